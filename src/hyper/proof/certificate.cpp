#include "noughts/hyper/proof/certificate.h"

#include <fmt/format.h>

#include <charconv>

#include "noughts/core/text.h"
#include "noughts/hyper/marks.h"
#include "noughts/store/file.h"

namespace noughts::hyper::proof {
namespace {

constexpr std::string_view kHead = "noughts-certificate hyper 1";
constexpr std::string_view kKinds[] = {"strategy", "threats", "pairing", "potential", "filling"};
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
  if (kind != CertificateKind::kPairing) {
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

Result<Certificate> read_header(Reader& reader, int& entries) {
  Certificate c;
  const Result<int> kind = reader.choice("kind", kKinds);
  if (!kind) return kind.error();
  c.kind = static_cast<CertificateKind>(*kind);
  const Result<int> side = reader.value("board", 2, 1 << 20);
  if (!side) return side.error();
  c.side = *side;
  const Result<int> dims = reader.number_at(2, 1, 20);
  if (!dims) return dims.error();
  c.dims = *dims;
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

Certificate certificate_for(const Board& board, int players, CertificateKind kind, Claim claim) {
  Certificate c;
  c.kind = kind;
  c.side = board.side();
  c.dims = board.dims();
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

}  // namespace

std::string to_text(const Certificate& c) {
  std::string text =
      fmt::format("{}\nkind {}\nboard {} {}\nplayers {}{}\nplayer {}\nclaim {}\nentries {}\n",
                  kHead, name_of(c.kind), c.side, c.dims, c.players, c.or_more ? " or-more" : "",
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
