// A handful of things by name; the one not asked for the longest makes room.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace noughts::serve {

template <class T>
class Recent {
 public:
  explicit Recent(std::size_t most) : most_(most) {}

  std::shared_ptr<T> find(const std::string& name) {
    const std::lock_guard lock(mutex_);
    return look_up(name);
  }
  void insert(const std::string& name, std::shared_ptr<T> thing) {
    const std::lock_guard lock(mutex_);
    if (look_up(name) == nullptr) put(name, std::move(thing));
  }
  // The thing of that name, made if it is not there.
  std::shared_ptr<T> get(const std::string& name, const std::function<std::shared_ptr<T>()>& make) {
    const std::lock_guard lock(mutex_);
    if (auto found = look_up(name)) return found;
    put(name, make());
    return entries_.front().second;
  }
  void forget(const std::string& name) {
    const std::lock_guard lock(mutex_);
    entries_.remove_if([&](const Entry& entry) { return entry.first == name; });
  }

 private:
  using Entry = std::pair<std::string, std::shared_ptr<T>>;

  std::shared_ptr<T> look_up(const std::string& name) {
    for (auto it = entries_.begin(); it != entries_.end(); ++it) {
      if (it->first != name) continue;
      entries_.splice(entries_.begin(), entries_, it);
      return it->second;
    }
    return nullptr;
  }
  void put(const std::string& name, std::shared_ptr<T> thing) {
    entries_.emplace_front(name, std::move(thing));
    if (entries_.size() > most_) entries_.pop_back();
  }

  const std::size_t most_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // the most recently used first
};

}  // namespace noughts::serve
