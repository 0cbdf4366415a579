// A forgery of tables: one value or rank of one board another one, all checksums right.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "noughts/core/random.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/quixo/tables/manifest.h"

namespace noughts::quixo {

// Changes the value or the rank of one kept board of a class, writes its file with good
// checksums and lists it in the manifest. Gives back the files as they were.
class ChangedClass {
 public:
  ChangedClass(const store::Path& folder, const std::shared_ptr<const layout::TableLayout>& layout,
               ClassId id, Random& random)
      : path_(tables::class_path(folder, id)), manifest_(folder / "manifest.json") {
    file_before_ = *store::read_file(path_);
    manifest_before_ = *store::read_file(manifest_);
    const tables::ClassTable table = *tables::ClassTable::open(folder, layout, id);
    const layout::ClassLayout at = layout::layout_of(*layout, id);
    std::uint64_t chunk = 0;
    std::uint64_t kept = 0;
    do {
      chunk = random.below(table.chunk_count());
      kept = layout::kept_boards(*layout, at, table.p_of(chunk));
    } while (kept == 0);
    const std::uint64_t place = random.below(kept);
    const bool change_value = random.below(2) == 0;
    std::map<int, std::uint64_t> chunk_of_p;
    for (std::uint64_t i = 0; i < table.chunk_count(); ++i) chunk_of_p[table.p_of(i)] = i;
    const auto values = [&](int p) {
      std::vector<std::uint8_t> raw = **table.read(chunk_of_p.at(p));
      if (change_value && chunk_of_p.at(p) == chunk) change_bits(raw, kept, place, random);
      return raw;
    };
    const auto ranks = [&](int p) {
      std::vector<std::uint8_t> raw = **table.read_ranks(chunk_of_p.at(p));
      if (change_value || chunk_of_p.at(p) != chunk) return raw;
      std::vector<std::uint8_t> codes(kept);
      for (std::uint64_t i = 0; i < kept; ++i) {
        codes[i] = static_cast<std::uint8_t>(*table.rank_code(raw, {chunk, i, kept}));
      }
      codes[place] = static_cast<std::uint8_t>(codes[place] + 1 + random.below(255));
      return tables::pack_codes(codes);
    };
    Workers one(1);
    const auto stored = tables::write_class(folder, *layout, id, false, values, one, ranks);
    auto manifest = *tables::Manifest::read(folder, layout->rules);
    tables::ManifestEntry& entry = manifest.classes.at(id);
    entry.digest = stored->digest;
    entry.rank_digest = stored->rank_digest;
    must(manifest.write(folder, layout->rules));
  }
  void undo() const {
    must(store::write_file(path_, file_before_));
    must(store::write_file(manifest_, manifest_before_));
  }

 private:
  static void must(const Result<void>& done) {
    if (!done) throw std::runtime_error(done.error().message);
  }
  // A draw has neither bit, a win the first, a loss the second.
  static void change_bits(std::vector<std::uint8_t>& raw, std::uint64_t kept, std::uint64_t place,
                          Random& random) {
    std::uint8_t& win = raw[place / 8];
    std::uint8_t& loss = raw[layout::stream_bytes(kept) + place / 8];
    const auto bit = static_cast<std::uint8_t>(1 << (place % 8));
    const int now = (win & bit ? 1 : 0) + (loss & bit ? 2 : 0);
    const int next = (now + 1 + static_cast<int>(random.below(2))) % 3;
    win = static_cast<std::uint8_t>((win & ~bit) | (next == 1 ? bit : 0));
    loss = static_cast<std::uint8_t>((loss & ~bit) | (next == 2 ? bit : 0));
  }

  store::Path path_, manifest_;
  std::string file_before_, manifest_before_;
};

}  // namespace noughts::quixo
