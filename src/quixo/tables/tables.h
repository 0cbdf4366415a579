// Solved classes on disk: what a stored class looks like.
//
// One file per class (x, o), X to move, in the order of the engine's layout, so
// that a plane is written and read in long runs of bits. The layout's colours are
// absolute, A and B, with a <= b tiles:
//
//     x < o     X is A, A to move                 ClassLayout(x, o)
//     x >= o    X is B, B to move                 ClassLayout(o, x)
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
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "noughts/core/parallel.h"
#include "noughts/quixo/engine/engine.h"
#include "noughts/quixo/engine/reduction.h"
#include "noughts/quixo/value.h"
#include "noughts/store/table_file.h"

namespace noughts::quixo {

// What all classes of one set of rules share.
struct TableLayout {
  explicit TableLayout(const Rules& rules_)
      : rules(rules_), geometry(rules_.size(), true), reduction(rules_, geometry) {}
  const Rules rules;
  const Geometry geometry;
  const Reduction reduction;
};

// Where a class lives in the engine's terms.
struct PlaneId {
  int a, b, mover;
  bool swapped;  // X is B
};
inline PlaneId plane_of(ClassId id) {
  return id.x < id.o ? PlaneId{id.x, id.o, 0, false} : PlaneId{id.o, id.x, 1, true};
}
// The class of the boards with a tiles of A, b of B; mover 0 is A. Require: a <= b,
// and mover 1 if a == b.
inline ClassId class_of_plane(int a, int b, int mover) {
  return mover == 0 ? ClassId{a, b} : ClassId{b, a};
}

// The rules in words: the start of every table's description.
Json describe_rules(const Rules& rules);

store::Path class_path(const store::Path& folder, ClassId id);

// The raw bytes of the chunk of P = p.
using ChunkMaker = std::function<std::vector<std::uint8_t>(int p)>;
ChunkMaker chunks_from_planes(const TableLayout& layout, const ClassLayout& class_layout,
                              ConstPlanes planes);
// `value(board)`, X to move, must be safe to call from several threads.
using BoardValue = std::function<Outcome(Board)>;
ChunkMaker chunks_from_values(const TableLayout& layout, ClassId id, bool steps, BoardValue value);

struct StoredClass {
  std::uint64_t digest = 0;
  std::uint64_t file_bytes = 0;
};
// Writes the file of a class.
Result<StoredClass> write_class(const store::Path& folder, const TableLayout& layout, ClassId id,
                                bool steps, const ChunkMaker& make, Workers& workers);
// The digest that write_class would give, without a file.
std::uint64_t digest_class(const TableLayout& layout, ClassId id, const ChunkMaker& make,
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

  // All boards of the class, laid out as ClassLayout: the planes that are wanted.
  // `engine` must be graded and of the same rules.
  Result<SidePlanes> load(const Engine& engine, Workers& workers, bool want_win,
                          bool want_loss) const;
  // The same with the steps of each board. Require: has_steps().
  Result<SteppedSide> load_steps(const Engine& engine, Workers& workers) const;

 private:
  ClassTable(std::shared_ptr<const TableLayout> layout, ClassId id, store::TableReader file);
  // Spreads a stream of bits per kept board over each plane, from each chunk:
  // streams(raw, kept) gives as many streams as there are planes.
  using Streams = std::function<std::vector<std::vector<std::uint8_t>>(
      const std::vector<std::uint8_t>& raw, std::uint64_t kept)>;
  Result<void> fill(const Engine& engine, Workers& workers, const std::vector<Plane*>& planes,
                    const Streams& streams) const;
  Result<void> check_size(const std::vector<std::uint8_t>& chunk, std::uint64_t kept,
                          std::uint64_t number) const;

  std::shared_ptr<const TableLayout> layout_;
  ClassId id_;
  PlaneId plane_;
  store::TableReader file_;
  bool steps_ = false;
  std::shared_ptr<const ClassLayout> class_layout_;
  std::vector<std::uint32_t> chunk_of_p_;
};

}  // namespace noughts::quixo
