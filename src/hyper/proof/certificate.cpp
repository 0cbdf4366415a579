#include "noughts/hyper/proof/certificate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "noughts/core/text.h"
#include "noughts/hyper/marks.h"
#include "noughts/store/file.h"

namespace noughts::hyper::proof {
namespace {

constexpr std::string_view kHead = "noughts-certificate hyper 1";
constexpr std::string_view kKinds[] = {"strategy", "threats",   "pairing",
                                       "replies",  "potential", "filling"};
constexpr std::string_view kPairs = "pairs";
constexpr std::string_view kLines = "lines";
constexpr std::string_view kClaims[] = {"win", "no-win", "loses", "drawn"};

// The cells of a board of at most 64, a sign each.
constexpr std::string_view kCellSigns =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

Error corrupt(std::size_t line, const std::string& what) {
  return {ErrorCode::kCorrupt, fmt::format("line {} of the certificate: {}", line, what)};
}

// The lines of a text one after the other, each as words.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}
  bool next() {
    if (text_.empty()) return false;
    const std::size_t end = text_.find('\n');
    words_ = split_words(text_.substr(0, end));
    text_ = end == std::string_view::npos ? std::string_view() : text_.substr(end + 1);
    ++number_;
    return true;
  }
  const std::vector<std::string_view>& words() const { return words_; }
  std::size_t number() const { return number_; }
  bool is(std::string_view key, std::size_t words) const {
    return words_.size() >= words && words_[0] == key;
  }
  Result<int> number_at(std::size_t word, int least, int most) const {
    int value = 0;
    const std::string_view text = word < words_.size() ? words_[word] : "";
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most) {
      return corrupt(number_,
                     fmt::format("{} is not a number from {} to {}", quote(text), least, most));
    }
    return value;
  }
  template <std::size_t N>
  Result<int> choice(std::string_view key, const std::string_view (&names)[N]) {
    if (!next() || !is(key, 2)) return corrupt(number_, fmt::format("expected '{}'", key));
    for (std::size_t i = 0; i < N; ++i) {
      if (words_[1] == names[i]) return static_cast<int>(i);
    }
    return corrupt(number_, fmt::format("unknown {} {}", key, quote(words_[1])));
  }
  Result<int> value(std::string_view key, int least, int most) {
    if (!next() || !is(key, 2)) return corrupt(number_, fmt::format("expected '{}'", key));
    return number_at(1, least, most);
  }

 private:
  std::string_view text_;
  std::vector<std::string_view> words_;
  std::size_t number_ = 0;
};

Result<std::vector<Cell>> read_cells(const Reader& reader, std::string_view word) {
  std::vector<Cell> cells;
  for (const char sign : word) {
    const std::size_t cell = kCellSigns.find(sign);
    if (cell == std::string_view::npos) {
      return corrupt(reader.number(), fmt::format("{} is not a word of cells", quote(word)));
    }
    cells.push_back(static_cast<Cell>(cell));
  }
  return cells;
}

std::string cell_word(const std::vector<Cell>& cells) {
  std::string word;
  for (const Cell cell : cells) word += cell < kCellSigns.size() ? kCellSigns[cell] : '?';
  return word;
}

Result<CertificateEntry> read_threats(const Reader& reader) {
  if (reader.words().empty()) return corrupt(reader.number(), "an empty entry");
  CertificateEntry entry;
  for (std::size_t word = 0; word < reader.words().size(); ++word) {
    Result<std::vector<Cell>> cells = read_cells(reader, reader.words()[word]);
    if (!cells) return cells.error();
    if (word == 0) {
      entry.moves = std::move(*cells);
    } else {
      entry.sequences.push_back(std::move(*cells));
    }
  }
  return entry;
}

Result<CertificateEntry> read_entry(const Reader& reader, CertificateKind kind) {
  if (kind == CertificateKind::kThreats) return read_threats(reader);
  CertificateEntry entry;
  std::size_t word = 0;
  const bool reply = kind == CertificateKind::kReplies && !reader.is(kPairs, 1);
  if (kind != CertificateKind::kPairing && !reply) {
    if (reader.words().empty()) return corrupt(reader.number(), "an empty entry");
    entry.marks = std::string(reader.words()[word++]);
  }
  for (; word < reader.words().size(); ++word) {
    const Result<int> cell = reader.number_at(word, 0, static_cast<int>(kMaxCells) - 1);
    if (!cell) return cell.error();
    entry.moves.push_back(static_cast<Cell>(*cell));
  }
  return entry;
}

// The numbers of a row, each a cell.
Result<std::vector<Cell>> read_row(Reader& reader, Cell cells) {
  if (!reader.next()) return corrupt(reader.number(), "expected a row of cells");
  std::vector<Cell> row;
  for (std::size_t word = 0; word < reader.words().size(); ++word) {
    const Result<int> cell = reader.number_at(word, 0, static_cast<int>(cells) - 1);
    if (!cell) return cell.error();
    row.push_back(static_cast<Cell>(*cell));
  }
  return row;
}

// "board lines 25 28", its lines, "symmetries 2" and what generates them. Every row must be
// there, so no more is held than the text is long.
Result<void> read_lines(Reader& reader, Certificate& c) {
  const Result<int> cells = reader.number_at(2, 1, static_cast<int>(kMaxCells));
  if (!cells) return cells.error();
  const Result<int> lines = reader.number_at(3, 1, static_cast<int>(kMaxIncidences));
  if (!lines) return lines.error();
  LineList list;
  for (int line = 0; line < *lines; ++line) {
    Result<std::vector<Cell>> row = read_row(reader, static_cast<Cell>(*cells));
    if (!row) return row.error();
    list.lines.push_back(std::move(*row));
  }
  for (int cell = 0; cell < *cells; ++cell) list.names.push_back(std::to_string(cell));
  Result<std::shared_ptr<const Board>> board = Board::make(std::move(list));
  if (!board) return corrupt(reader.number(), board.error().message);
  c.board = std::move(*board);
  const Result<int> count = reader.value("symmetries", 0, 1 << 20);
  if (!count) return count.error();
  for (int i = 0; i < *count; ++i) {
    Result<std::vector<Cell>> row = read_row(reader, static_cast<Cell>(*cells));
    if (!row) return row.error();
    c.generators.push_back(std::move(*row));
  }
  return {};
}

Result<void> read_board(Reader& reader, Certificate& c) {
  if (!reader.next() || !reader.is("board", 2)) return corrupt(reader.number(), "expected 'board'");
  if (reader.words()[1] == kLines) return read_lines(reader, c);
  const Result<int> side = reader.number_at(1, 2, 1 << 20);
  if (!side) return side.error();
  c.side = *side;
  const Result<int> dims = reader.number_at(2, 1, 20);
  if (!dims) return dims.error();
  c.dims = *dims;
  return {};
}

Result<Certificate> read_header(Reader& reader, int& entries) {
  Certificate c;
  const Result<int> kind = reader.choice("kind", kKinds);
  if (!kind) return kind.error();
  c.kind = static_cast<CertificateKind>(*kind);
  if (const Result<void> board = read_board(reader, c); !board) return board.error();
  const Result<int> players = reader.value("players", 2, kMaxPlayers);
  if (!players) return players.error();
  c.players = *players;
  c.or_more = reader.words().size() > 2 && reader.words()[2] == "or-more";
  const Result<int> player = reader.value("player", 1, c.players);
  if (!player) return player.error();
  c.player = *player - 1;
  const Result<int> claim = reader.choice("claim", kClaims);
  if (!claim) return claim.error();
  c.claim = static_cast<Claim>(*claim);
  const Result<int> count = reader.value("entries", 0, 1 << 30);
  if (!count) return count.error();
  entries = *count;
  return c;
}

}  // namespace

std::string_view name_of(CertificateKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
std::string_view name_of(Claim claim) { return kClaims[static_cast<std::size_t>(claim)]; }

Result<std::shared_ptr<const Board>> board_of(const Certificate& c) {
  if (c.board != nullptr) return c.board;
  return Board::make(c.side, c.dims);
}

bool is_about(const Certificate& c, const Board& board) {
  if (c.board != nullptr) return board.has_lines_of(*c.board);
  return board.is_power() && c.side == board.side() && c.dims == board.dims();
}

Symmetries symmetries_of(const Certificate& c, const Board& board) {
  return board.is_power() ? Symmetries(board) : Symmetries(board.cells(), c.generators);
}

Certificate certificate_for(const Board& board, int players, CertificateKind kind, Claim claim) {
  Certificate c;
  c.kind = kind;
  if (board.is_power()) {
    c.side = board.side();
    c.dims = board.dims();
  } else {
    c.board = std::make_shared<const Board>(board);
    const bool uses_symmetries =
        kind == CertificateKind::kStrategy || kind == CertificateKind::kThreats;
    if (uses_symmetries) c.generators = Symmetries(board).generators();
  }
  c.players = players;
  c.claim = claim;
  return c;
}

namespace {

std::string entry_text(CertificateKind kind, const CertificateEntry& entry) {
  std::string line = entry.marks;
  if (kind == CertificateKind::kThreats) {
    line += cell_word(entry.moves);
    for (const std::vector<Cell>& sequence : entry.sequences) line += ' ' + cell_word(sequence);
    return line;
  }
  for (const Cell cell : entry.moves) {
    if (!line.empty()) line += ' ';
    line += std::to_string(cell);
  }
  return line;
}

std::string row_text(std::span<const Cell> cells) {
  return fmt::format("{}\n", fmt::join(cells, " "));
}

std::string board_text(const Certificate& c) {
  if (c.board == nullptr) return fmt::format("board {} {}\n", c.side, c.dims);
  std::string text = fmt::format("board {} {} {}\n", kLines, c.board->cells(), c.board->lines());
  for (Line line = 0; line < c.board->lines(); ++line) text += row_text(c.board->cells_of(line));
  text += fmt::format("symmetries {}\n", c.generators.size());
  for (const Permutation& generator : c.generators) text += row_text(generator);
  return text;
}

}  // namespace

std::string to_text(const Certificate& c) {
  std::string text =
      fmt::format("{}\nkind {}\n{}players {}{}\nplayer {}\nclaim {}\nentries {}\n", kHead,
                  name_of(c.kind), board_text(c), c.players, c.or_more ? " or-more" : "",
                  c.player + 1, name_of(c.claim), c.entries.size());
  for (const CertificateEntry& entry : c.entries) text += entry_text(c.kind, entry) + '\n';
  return text + fmt::format("end {:016x}\n", text_checksum(text));
}

Result<Certificate> parse_certificate(const std::string& text) {
  if (!text.starts_with(kHead)) {
    return Error{
        ErrorCode::kWrongVersion,
        fmt::format("this is not a certificate of this version: it does not begin with '{}'",
                    kHead)};
  }
  const std::size_t end = text.rfind("end ");
  const std::string_view body =
      std::string_view(text).substr(0, end == std::string::npos ? 0 : end);
  if (body.empty() || trim(text.substr(end)) != fmt::format("end {:016x}", text_checksum(body))) {
    return Error{ErrorCode::kCorrupt, "the certificate is damaged: its checksum does not fit"};
  }
  Reader reader(body);
  reader.next();
  int count = 0;
  Result<Certificate> c = read_header(reader, count);
  if (!c) return c;
  while (reader.next()) {
    Result<CertificateEntry> entry = read_entry(reader, c->kind);
    if (!entry) return entry.error();
    c->entries.push_back(std::move(*entry));
  }
  if (c->entries.size() != static_cast<std::size_t>(count)) {
    return corrupt(reader.number(), fmt::format("{} entries, not {}", c->entries.size(), count));
  }
  // Two spaces, a leading zero, a word too many: nothing that is not told here may stand there.
  if (to_text(*c) != text) {
    return Error{ErrorCode::kCorrupt, "the certificate is not written as certificates are"};
  }
  return c;
}

Result<void> write_certificate(const Certificate& certificate, const std::string& path) {
  return store::write_file(path, to_text(certificate));
}

Result<Certificate> read_certificate(const std::string& path) {
  auto text = store::read_file(path);
  if (!text) return text.error();
  return parse_certificate(*text);
}

CertificateEntry canonical_entry(const Symmetries& symmetries, const std::string& marks,
                                 std::vector<Cell> moves) {
  CanonicalMarks canonical = canonical_marks(symmetries, marks);
  for (Cell& cell : moves) cell = symmetries.preimage(cell, canonical.symmetry);
  return {std::move(canonical.marks), std::move(moves), {}};
}

}  // namespace noughts::hyper::proof
