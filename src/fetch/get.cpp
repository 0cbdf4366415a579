#include "noughts/fetch/get.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "noughts/core/progress.h"
#include "noughts/fetch/partial.h"
#include "noughts/quixo/publish/border_row.h"
#include "noughts/store/folder_lock.h"

namespace noughts::fetch {
namespace {

using quixo::ClassId;
using quixo::publish::BlockPlace;
using quixo::publish::Published;
using quixo::publish::PublishedBlock;
using quixo::publish::PublishedClass;

std::string name_of(const store::Path& path) { return path.filename().string(); }

bool same_class(const PublishedClass& a, const PublishedClass& b) {
  return a.blocks == b.blocks && a.at_once == b.at_once && a.directory_bytes == b.directory_bytes &&
         a.checksum == b.checksum && a.sha256 == b.sha256 && a.files == b.files;
}

// The blocks of one file, which arrive in any pieces.
class FileBlocks {
 public:
  FileBlocks(Partial& file, std::vector<PublishedBlock> blocks, Progress& progress)
      : file_(file), blocks_(std::move(blocks)), progress_(progress) {}

  // Looks again at what an earlier run has left, and keeps what is right.
  Result<void> resume() {
    std::uint64_t good = 0;
    std::vector<std::uint8_t> bytes;
    for (; next_ < blocks_.size(); ++next_) {
      const PublishedBlock& block = blocks_[next_];
      if (good + block.stored > file_.size()) break;
      bytes.resize(block.stored);
      if (auto done = file_.read(good, bytes); !done) return done;
      if (!open_block(block, bytes)) break;
      good += block.stored;
    }
    progress_.advance(good);
    return file_.cut(good);
  }

  // `where` is for messages.
  Result<void> take(store::Bytes bytes, const std::string& where) {
    waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
    std::size_t used = 0;
    for (; next_ < blocks_.size(); ++next_) {
      const PublishedBlock& block = blocks_[next_];
      if (waiting_.size() - used < block.stored) break;
      const store::Bytes stored(waiting_.data() + used, block.stored);
      if (!open_block(block, stored)) {
        return Error{ErrorCode::kCorrupt,
                     fmt::format("piece {} of {} is not what its list says; run the same command "
                                 "again, and if it stays so fetch from another host",
                                 next_, where)};
      }
      if (auto wrote = file_.append(stored); !wrote) return wrote;
      progress_.advance(stored.size());
      used += stored.size();
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(used));
    return {};
  }
  void forget_waiting() { waiting_.clear(); }
  bool whole() const { return next_ == blocks_.size(); }

 private:
  Partial& file_;
  std::vector<PublishedBlock> blocks_;
  Progress& progress_;
  std::size_t next_ = 0;
  std::vector<std::uint8_t> waiting_;
};

// One run.
class Getter {
 public:
  Getter(Origin& origin, const Lists& lists, const store::Path& out)
      : origin_(origin), lists_(lists), out_(out) {}

  // What is there already. Fails if it is something else.
  Result<void> begin() {
    manifest_.ranks = lists_.manifest.ranks;
    manifest_.steps = lists_.manifest.steps;
    had_.ranks = lists_.published.ranks;
    had_.plies = lists_.published.plies;
    auto manifest = quixo::tables::Manifest::read(out_, lists_.rules);
    if (!manifest && manifest.error().code == ErrorCode::kMissing) return {};
    auto published = Published::read(out_, lists_.rules);
    if (!manifest || !published || published->ranks != had_.ranks ||
        published->plies != had_.plies) {
      return bad_input(fmt::format("{} holds other tables; name a new folder", out_.string()));
    }
    for (const auto& [id, entry] : published->classes) {
      const auto listed = manifest->classes.find(id);
      if (listed == manifest->classes.end()) continue;
      had_.classes[id] = entry;
      manifest_.classes[id] = listed->second;
    }
    return {};
  }

  bool has(ClassId id) const {
    const auto found = had_.classes.find(id);
    if (found == had_.classes.end()) return false;
    return same_class(found->second, lists_.published.classes.at(id)) && files_are_there(id);
  }
  // Bytes of a class that an earlier run may have left.
  std::uint64_t begun(ClassId id) const {
    std::uint64_t bytes = 0;
    for (std::uint32_t file = 0; file < lists_.published.classes.at(id).files.size(); ++file) {
      const store::Path path = quixo::publish::block_path(out_, id, file);
      bytes += std::max(size_of(path), size_of(partial_path(path)));
    }
    return bytes;
  }

  Result<void> get(ClassId id, Progress& progress) {
    if (had_.classes.contains(id)) {  // other values, or a file that is gone
      had_.classes.erase(id);
      manifest_.classes.erase(id);
      if (auto wrote = write_lists(); !wrote) return wrote;
    }
    const PublishedClass& listed = lists_.published.classes.at(id);
    const store::Path directory = quixo::publish::directory_path(out_, id);
    auto text = origin_.read(name_of(directory), listed.directory_bytes);
    if (!text) return text.error();
    auto blocks = read_directory(bytes_of(*text), listed);
    if (!blocks) return damaged(directory, blocks.error().message);
    const auto places = places_of(*blocks, listed);
    if (!places) return damaged(directory, "its blocks do not fill its files");
    if (auto wrote = store::write_file(directory, *text); !wrote) return wrote;
    progress.advance(text->size());
    summary_.fetched_bytes += text->size();
    for (std::uint32_t file = 0; file < listed.files.size(); ++file) {
      if (auto got = get_file(id, file, *blocks, *places, progress); !got) return got;
    }
    had_.classes[id] = listed;
    manifest_.classes[id] = lists_.manifest.classes.at(id);
    summary_.fetched_classes += 1;
    return write_lists();
  }

  GetSummary summary() const { return summary_; }

 private:
  static store::Bytes bytes_of(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
  }
  static Error damaged(const store::Path& path, const std::string& what) {
    return {ErrorCode::kCorrupt,
            fmt::format("{} on that host is damaged: {}; fetch from another host", name_of(path),
                        what)};
  }
  static std::uint64_t size_of(const store::Path& path) {
    std::error_code missing;
    const auto size = std::filesystem::file_size(path, missing);
    return missing ? 0 : size;
  }
  bool files_are_there(ClassId id) const {
    const PublishedClass& listed = lists_.published.classes.at(id);
    if (size_of(quixo::publish::directory_path(out_, id)) != listed.directory_bytes) return false;
    for (std::uint32_t file = 0; file < listed.files.size(); ++file) {
      const store::Path path = quixo::publish::block_path(out_, id, file);
      std::error_code missing;
      if (std::filesystem::file_size(path, missing) != listed.files[file] || missing) return false;
    }
    return true;
  }

  // A file that is whole already is looked at again, as one that was begun.
  Result<void> get_file(ClassId id, std::uint32_t file, const std::vector<PublishedBlock>& blocks,
                        const std::vector<BlockPlace>& places, Progress& progress) {
    const store::Path path = quixo::publish::block_path(out_, id, file);
    const std::uint64_t size = lists_.published.classes.at(id).files[file];
    std::error_code none;
    std::filesystem::rename(path, partial_path(path), none);
    auto partial = Partial::open(path);
    if (!partial) return partial.error();
    std::vector<PublishedBlock> mine;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (places[i].file == file) mine.push_back(blocks[i]);
    }
    FileBlocks pieces(*partial, std::move(mine), progress);
    if (auto done = pieces.resume(); !done) return done;
    summary_.resumed_bytes += partial->size();
    // Again as long as each connection brings a piece.
    for (std::uint64_t before = partial->size(); partial->size() < size; before = partial->size()) {
      const Take take = [&](store::Bytes bytes) { return pieces.take(bytes, name_of(path)); };
      const auto done = origin_.read(name_of(path), partial->size(), size, take);
      pieces.forget_waiting();
      summary_.fetched_bytes += partial->size() - before;
      const bool go_on =
          !done && done.error().code == ErrorCode::kUnfinished && partial->size() > before;
      if (!done && !go_on) return done;
    }
    // Blocks without bytes, whose boards are all seen, stand at the end or alone.
    if (auto done = pieces.take({}, name_of(path)); !done) return done;
    if (!pieces.whole()) return damaged(path, "it ends early");
    return partial->finish();
  }

  // In this order: a class of the manifest is never without its entry in the other list.
  Result<void> write_lists() const {
    const auto wrote =
        store::write_file(out_ / quixo::publish::kPublishedName, had_.text(lists_.rules));
    return wrote ? manifest_.write(out_, lists_.rules) : Result<void>(wrote.error());
  }

  Origin& origin_;
  const Lists& lists_;
  const store::Path& out_;
  Published had_;
  quixo::tables::Manifest manifest_;
  GetSummary summary_;
};

Error no_room(const store::Path& out, std::uint64_t wanted, std::uint64_t free) {
  return {ErrorCode::kNoSpace,
          fmt::format("{} has room for {}, the tables take {} more; choose fewer tiers or another "
                      "folder",
                      out.string(), format_bytes(free), format_bytes(wanted))};
}

}  // namespace

Result<GetSummary> get_tables(Origin& origin, const Lists& lists,
                              const std::vector<ClassId>& classes, const store::Path& out,
                              const Budget& budget) {
  if (auto made = store::make_folder(out); !made) return made.error();
  auto lock = store::FolderLock::take(out);
  if (!lock) return lock.error();
  Getter getter(origin, lists, out);
  if (auto begun = getter.begin(); !begun) return begun.error();
  std::vector<ClassId> missing;
  std::uint64_t begun = 0;
  for (const ClassId id : classes) {
    if (getter.has(id)) continue;
    missing.push_back(id);
    begun += getter.begun(id);
  }
  const std::uint64_t all = lists.bytes_of(classes);
  const std::uint64_t wanted = lists.bytes_of(missing);
  const auto free = store::free_space(out);
  if (free && wanted > begun && wanted - begun > *free) return no_room(out, wanted - begun, *free);
  Progress progress(budget.progress, "fetching", all, all - wanted);
  for (const ClassId id : missing) {
    if (auto stop = budget.exhausted()) return *stop;
    if (auto got = getter.get(id, progress); !got) return got.error();
  }
  GetSummary summary = getter.summary();
  summary.classes = classes.size();
  summary.bytes = all;
  return summary;
}

}  // namespace noughts::fetch
