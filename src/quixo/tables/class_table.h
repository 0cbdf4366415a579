// Solved classes on disk: what a stored class looks like.
//
// One file per class (x, o), X to move, in the order of the layout of planes, so
// that a plane is written and read in long runs of bits. Colours are absolute
// there, A and B (quixo/pair.h).
//
// Only one board of each eight is kept (reduction.h). Chunk number i of the file
// (store/table_file.h) belongs to the i-th P that the class has, and holds for
// its n kept boards, in the order Q, U, S:
//
//     win bits, ceil(n / 8) bytes | loss bits, the same | with steps: n bytes
//
// The bits of a draw are both clear; its step byte is 0.
//
// With ranks (rank.h) as many chunks follow, one for each P in the same order, with the
// codes of its kept boards: nothing if all are 0, else
//
//     a bit for each board whose code is not 0, ceil(n / 8) bytes | their codes, a byte each
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "noughts/core/json_fwd.h"
#include "noughts/core/parallel.h"
#include "noughts/quixo/layout/kept.h"
#include "noughts/quixo/value.h"
#include "noughts/store/table_file.h"

namespace noughts::quixo::tables {

class ClassTable;
struct Manifest;

// The most plies that a table can hold: it has a byte for them.
inline constexpr int kMostPlies = 255;

// The rules in words: the start of every table's description.
Json describe_rules(const Rules& rules);
// The description of a class, as its file has it.
Json describe_class(const Rules& rules, ClassId id, bool steps, bool ranks);

// The kind of their files (store/table_file.h), and where one lies.
inline constexpr std::string_view kClassKind = "quixo-class";
store::Path class_path(const store::Path& folder, ClassId id);

// The raw bytes of the chunk of P = p.
using ChunkMaker = std::function<std::vector<std::uint8_t>(int p)>;
// What is given must outlive the maker.
ChunkMaker chunks_from_planes(const layout::TableLayout& layout,
                              const layout::ClassLayout& class_layout,
                              const layout::SidePlanes& planes);
ChunkMaker chunks_from_planes(const layout::TableLayout& layout,
                              const layout::ClassLayout& class_layout,
                              const layout::SteppedSide& side);
// `value(parts)` of a board in absolute colours, given by its parts; it must be safe
// to call from several threads.
template <class ValueOfParts>
ChunkMaker chunks_from_values(const layout::TableLayout& layout, ClassId id, bool steps,
                              ValueOfParts value) {
  const auto class_layout = std::make_shared<layout::ClassLayout>(layout::layout_of(layout, id));
  return [&layout, class_layout, steps, value = std::move(value)](int p) {
    const std::uint64_t kept = layout::kept_boards(layout, *class_layout, p);
    const std::uint64_t bytes = layout::stream_bytes(kept);
    std::vector<std::uint8_t> raw(2 * bytes + (steps ? kept : 0));
    std::uint64_t at = 0;
    const auto put = [&](const Outcome& outcome) {
      const auto bit = static_cast<std::uint8_t>(1 << (at % 8));
      if (outcome.value == Value::kWin) raw[at / 8] |= bit;
      if (outcome.value == Value::kLoss) raw[bytes + at / 8] |= bit;
      if (steps && outcome.plies) {
        raw[2 * bytes + at] = static_cast<std::uint8_t>(*outcome.plies);
      }
      ++at;
    };
    layout::for_each_vector(
        layout, *class_layout, p,
        [&](int q, int shape, const layout::Reduction::Mask& mask, std::uint32_t) {
          layout::for_each_kept(layout.geometry, p, q, shape, mask,
                                [&](const layout::Geometry::Parts& parts) { put(value(parts)); });
        });
    return raw;
  };
}

// The chunk of ranks of P = p. `codes(p, win bits)` gives the codes of its kept boards, none if all
// are 0, and asks for the bits of the wins only if it needs them; what is given must outlive the
// maker.
using WinBits = std::function<const std::uint8_t*()>;
using RankCodes = std::function<std::vector<std::uint8_t>(int p, const WinBits& win_bits)>;
ChunkMaker rank_chunks(const layout::TableLayout& layout, const layout::ClassLayout& class_layout,
                       const layout::SidePlanes& planes, RankCodes codes);
// The chunk that holds these codes.
std::vector<std::uint8_t> pack_codes(const std::vector<std::uint8_t>& codes);

struct StoredClass {
  std::uint64_t digest = 0;
  std::optional<std::uint64_t> rank_digest;
  std::uint64_t file_bytes = 0;
};
// Writes the file of a class, with ranks if there is a maker for them.
Result<StoredClass> write_class(const store::Path& folder, const layout::TableLayout& layout,
                                ClassId id, bool steps, const ChunkMaker& make, Workers& workers,
                                const ChunkMaker& make_ranks = {});
// The same of a class that is stored already, packed as tight as can be.
Result<StoredClass> repack_class(const store::Path& folder, const ClassTable& table,
                                 Workers& workers);
struct ClassMaker {
  ClassId id;
  ChunkMaker make;
};
// The digests that write_class would give, without files. Classes whose values lie together
// are best asked for together: it goes by P and then by class.
Result<std::vector<std::uint64_t>> digest_classes(const layout::TableLayout& layout,
                                                  const std::vector<ClassMaker>& classes,
                                                  Workers& workers);

// The file of one class.
class ClassTable {
 public:
  // Fails with kWrongVersion if the file is about other rules or another class.
  static Result<ClassTable> open(const store::Path& folder,
                                 std::shared_ptr<const layout::TableLayout> layout, ClassId id);
  // The same, if it is the file that the manifest of the folder lists: with or without
  // steps as all are there, and with that digest. A file of another solve is kCorrupt.
  static Result<ClassTable> open_listed(const store::Path& folder,
                                        std::shared_ptr<const layout::TableLayout> layout,
                                        ClassId id, const Manifest& manifest);
  // The same of a file that is open already.
  static Result<ClassTable> listed(store::TableReader file,
                                   std::shared_ptr<const layout::TableLayout> layout, ClassId id,
                                   const Manifest& manifest);
  ClassId id() const { return id_; }
  bool has_steps() const { return steps_; }
  bool has_ranks() const { return ranks_; }
  // Of the values, and of the ranks.
  std::uint64_t digest() const { return file_.digest(0, chunk_count()); }
  std::optional<std::uint64_t> rank_digest() const {
    if (!ranks_) return std::nullopt;
    return file_.digest(chunk_count(), chunk_count());
  }
  // Of values; there are as many of ranks.
  std::uint64_t chunk_count() const { return parts_.size(); }
  int p_of(std::uint64_t chunk) const { return parts_[chunk]; }
  const layout::ClassLayout& class_layout() const { return *class_layout_; }
  const store::TableReader& file() const { return file_; }

  using Chunk = std::shared_ptr<const std::vector<std::uint8_t>>;
  // Where the value of a board of this class is kept.
  struct Place {
    std::uint64_t chunk = 0;
    std::uint64_t bit = 0;   // among the kept boards of the chunk
    std::uint64_t kept = 0;  // boards of the chunk
  };
  Place place_of(Board board) const;
  Result<Chunk> read(std::uint64_t chunk) const;
  // Whether a chunk with so many kept boards has the size that it must have.
  Result<void> check_size(const std::vector<std::uint8_t>& chunk, std::uint64_t kept,
                          std::uint64_t number) const;
  // Fails if the chunk has not the size that it must have.
  Result<Outcome> decode(const std::vector<std::uint8_t>& chunk, const Place& place) const;
  // The same for codes of ranks. Require: has_ranks().
  Result<Chunk> read_ranks(std::uint64_t chunk) const;
  Result<int> rank_code(const std::vector<std::uint8_t>& chunk, const Place& place) const;

  // Wins, losses and draws among all boards of the class, from a chunk's kept ones.
  Result<Counts> count(const std::vector<std::uint8_t>& chunk, std::uint64_t number) const;

  // The bits of the kept boards, laid out as ClassLayout; all other bits are clear.
  // Only the planes that are wanted.
  Result<layout::SidePlanes> unpack(layout::PlanePool& pool, Workers& workers, bool want_win,
                                    bool want_loss) const;
  // The same with plies. Require: has_steps().
  Result<layout::SteppedSide> unpack_with_steps(layout::PlanePool& pool, Workers& workers) const;

 private:
  ClassTable(std::shared_ptr<const layout::TableLayout> layout, ClassId id,
             store::TableReader file);
  static Result<ClassTable> from(store::TableReader file,
                                 std::shared_ptr<const layout::TableLayout> layout, ClassId id);
  // Spreads a stream of bits per kept board over each plane, from each chunk:
  // streams(raw, kept) gives as many streams as there are planes.
  using Streams = std::function<std::vector<std::vector<std::uint8_t>>(
      const std::vector<std::uint8_t>& raw, std::uint64_t kept)>;
  Result<void> fill(layout::PlanePool& pool, Workers& workers,
                    const std::vector<layout::Plane*>& planes, const Streams& streams) const;
  Error wrong_size(std::uint64_t number) const;

  std::shared_ptr<const layout::TableLayout> layout_;
  ClassId id_;
  PlaneId plane_;
  store::TableReader file_;
  bool steps_ = false;
  bool ranks_ = false;
  std::shared_ptr<const layout::ClassLayout> class_layout_;
  std::vector<int> parts_;  // the P that the class has, in order
  std::vector<std::uint32_t> chunk_of_p_;
  // Where the boards of each Q begin in a chunk, and where they end: [chunk][Q]. On small
  // boards only; on 5x5 it would take more room than it is worth.
  std::vector<std::uint32_t> starts_;
};

}  // namespace noughts::quixo::tables
