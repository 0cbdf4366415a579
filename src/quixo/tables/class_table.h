// Solved classes on disk: what a stored class looks like.
//
// One file per class (x, o), X to move, in the order of the layout of planes, so
// that a plane is written and read in long runs of bits. Colours are absolute
// there, A and B (layout/pair.h).
//
// Only one board of each eight is kept (reduction.h). Chunk number i of the file
// (store/table_file.h) belongs to the i-th P that the class has, and holds for
// its n kept boards, in the order Q, U, S:
//
//     win bits, ceil(n / 8) bytes | loss bits, the same | with steps: n bytes
//
// The bits of a draw are both clear; its step byte is 0.
#pragma once

#include <functional>
#include <memory>

#include "noughts/core/json.h"
#include "noughts/core/parallel.h"
#include "noughts/quixo/layout/pair.h"
#include "noughts/quixo/layout/plane.h"
#include "noughts/quixo/layout/reduction.h"
#include "noughts/quixo/value.h"
#include "noughts/store/table_file.h"

namespace noughts::quixo {

// The most plies that a table can hold: it has a byte for them.
inline constexpr int kMostPlies = 255;

// What all classes of one set of rules share.
struct TableLayout {
  explicit TableLayout(const Rules& rules_)
      : rules(rules_), geometry(rules_.size(), true), reduction(rules_, geometry) {}
  const Rules rules;
  const Geometry geometry;
  const Reduction reduction;
};

// The rules in words: the start of every table's description.
Json describe_rules(const Rules& rules);

store::Path class_path(const store::Path& folder, ClassId id);

// The raw bytes of the chunk of P = p.
using ChunkMaker = std::function<std::vector<std::uint8_t>(int p)>;
// What is given must outlive the maker.
ChunkMaker chunks_from_planes(const TableLayout& layout, const ClassLayout& class_layout,
                              const SidePlanes& planes);
ChunkMaker chunks_from_planes(const TableLayout& layout, const ClassLayout& class_layout,
                              const SteppedSide& side);
// `value` of a board in absolute colours, given by its parts; it must be safe to call
// from several threads.
using ValueOfParts = std::function<Outcome(const Geometry::Parts&)>;
ChunkMaker chunks_from_values(const TableLayout& layout, ClassId id, bool steps,
                              ValueOfParts value);

struct StoredClass {
  std::uint64_t digest = 0;
  std::uint64_t file_bytes = 0;
};
// Writes the file of a class.
Result<StoredClass> write_class(const store::Path& folder, const TableLayout& layout, ClassId id,
                                bool steps, const ChunkMaker& make, Workers& workers);
// The digest that write_class would give, without a file.
Result<std::uint64_t> digest_class(const TableLayout& layout, ClassId id, const ChunkMaker& make,
                                   Workers& workers);

// The file of one class.
class ClassTable {
 public:
  // Fails with kWrongVersion if the file is about other rules or another class.
  static Result<ClassTable> open(const store::Path& folder,
                                 std::shared_ptr<const TableLayout> layout, ClassId id);
  ClassId id() const { return id_; }
  bool has_steps() const { return steps_; }
  std::uint64_t digest() const { return file_.digest(); }
  std::uint64_t chunk_count() const { return file_.chunk_count(); }

  using Chunk = std::shared_ptr<const std::vector<std::uint8_t>>;
  // Where the value of a board of this class is kept.
  struct Place {
    std::uint64_t chunk = 0;
    std::uint64_t bit = 0;   // among the kept boards of the chunk
    std::uint64_t kept = 0;  // boards of the chunk
  };
  Place place_of(Board board) const;
  Result<Chunk> read(std::uint64_t chunk) const;
  // Fails if the chunk has not the size that it must have.
  Result<Outcome> decode(const std::vector<std::uint8_t>& chunk, const Place& place) const;

  // Wins, losses and draws among all boards of the class, from a chunk's kept ones.
  Result<Counts> count(const std::vector<std::uint8_t>& chunk, std::uint64_t number) const;

  // The bits of the kept boards, laid out as ClassLayout; all other bits are clear.
  // Only the planes that are wanted.
  Result<SidePlanes> unpack(PlanePool& pool, Workers& workers, bool want_win, bool want_loss) const;
  // The same with plies. Require: has_steps().
  Result<SteppedSide> unpack_with_steps(PlanePool& pool, Workers& workers) const;

 private:
  ClassTable(std::shared_ptr<const TableLayout> layout, ClassId id, store::TableReader file);
  // Spreads a stream of bits per kept board over each plane, from each chunk:
  // streams(raw, kept) gives as many streams as there are planes.
  using Streams = std::function<std::vector<std::vector<std::uint8_t>>(
      const std::vector<std::uint8_t>& raw, std::uint64_t kept)>;
  Result<void> fill(PlanePool& pool, Workers& workers, const std::vector<Plane*>& planes,
                    const Streams& streams) const;
  Result<void> check_size(const std::vector<std::uint8_t>& chunk, std::uint64_t kept,
                          std::uint64_t number) const;

  std::shared_ptr<const TableLayout> layout_;
  ClassId id_;
  PlaneId plane_;
  store::TableReader file_;
  bool steps_ = false;
  std::shared_ptr<const ClassLayout> class_layout_;
  std::vector<int> parts_;  // the P that the class has, in order
  std::vector<std::uint32_t> chunk_of_p_;
};

}  // namespace noughts::quixo
