// Things by key, up to a weight in all; the one not asked for the longest makes room.
//
//     Recent<std::string, Search> searches(8);              // the last eight
//     auto search = searches.get(name, [&] { return std::make_shared<Search>(...); });
//
// Things are shared: one that had to make room lives on with whoever holds it.
// May be called from many threads at once.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>

namespace noughts {

template <class Key, class T>
class Recent {
 public:
  // The newest thing is kept whatever it weighs.
  explicit Recent(std::size_t most) : most_(most) {}

  std::shared_ptr<T> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    return look_up(key);
  }
  // Nothing happens if the key is there.
  void insert(const Key& key, std::shared_ptr<T> thing, std::size_t weight = 1) {
    const std::lock_guard lock(mutex_);
    if (look_up(key) == nullptr) put(key, std::move(thing), weight);
  }
  // The thing of that key, made if it is not there.
  std::shared_ptr<T> get(const Key& key, const std::function<std::shared_ptr<T>()>& make,
                         std::size_t weight = 1) {
    const std::lock_guard lock(mutex_);
    if (auto found = look_up(key)) return found;
    std::shared_ptr<T> made = make();
    put(key, made, weight);
    return made;
  }
  void forget(const Key& key) {
    const std::lock_guard lock(mutex_);
    if (const auto found = places_.find(key); found != places_.end()) remove(found->second);
  }
  void clear() {
    const std::lock_guard lock(mutex_);
    while (!entries_.empty()) remove(entries_.begin());
  }

 private:
  struct Entry {
    Key key;
    std::shared_ptr<T> thing;
    std::size_t weight;
  };
  using Place = typename std::list<Entry>::iterator;

  std::shared_ptr<T> look_up(const Key& key) {
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->thing;
  }
  void put(const Key& key, std::shared_ptr<T> thing, std::size_t weight) {
    entries_.push_front({key, std::move(thing), weight});
    places_[key] = entries_.begin();
    weight_ += weight;
    while (weight_ > most_ && entries_.size() > 1) remove(std::prev(entries_.end()));
  }
  void remove(Place place) {
    weight_ -= place->weight;
    places_.erase(place->key);
    entries_.erase(place);
  }

  const std::size_t most_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // the most recently used first
  std::map<Key, Place> places_;
  std::size_t weight_ = 0;
};

}  // namespace noughts
