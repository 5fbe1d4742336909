#include "../../generated/jpeg.h"

#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "jpeg_scan.h"
#include "lossless_table.h"

namespace lightwell {

namespace {

// Maximum number of bits left after a scan, and of padding bytes after a piece. Writers leave a few; corrupt data ends
// elsewhere.
constexpr int kLeftBits = 40;
constexpr ptrdiff_t kPaddingBytes = 64;

using Piece = LosslessPiece<int32_t>;

bool isBetween(int32_t value, int32_t least, int32_t most) { return value >= least && value <= most; }

bool isSound(const Piece& p, size_t length) {
  if (p.start < 0 || p.end <= p.start || size_t(p.end) > length) return false;
  if (!isBetween(p.rows, 1, 65535) || !isBetween(p.columns, 1, 65535)) return false;
  if (!isBetween(p.components, 1, kMaxComponents) || !isBetween(p.bits, 2, 16) || !isBetween(p.predictor, 1, 7)) return false;
  if (!isBetween(p.left, 0, kMaxSize) || !isBetween(p.top, 0, kMaxSize) || !areSizes(p.height, p.last_width)) return false;
  if (!isBetween(p.slices, 0, 65535) || !isBetween(p.slice_width, p.slices > 0 ? 1 : 0, 65535)) return false;
  if (!isBetween(p.cell, 1, 2)) return false;
  if (p.cell == 2) return p.components == 4 && p.slices == 0 && p.last_width == 2 * p.columns && p.height == 2 * p.rows;
  const int64_t samples = int64_t(p.rows) * p.columns * p.components;
  // The slices must contain exactly the samples of the piece.
  const int64_t across = int64_t(p.slices) * p.slice_width + p.last_width;
  return across <= samples && p.height <= samples && samples % p.height == 0 && samples / p.height == across;
}

// Writes samples to their slices, in order.
class Slices {
 public:
  Slices(const UnpackLosslessArgs& args, const Piece& piece) : a_(args), p_(piece) {}

  void pour(const uint16_t* row, int count) {
    while (count > 0) {
      const int width = slice_ < p_.slices ? p_.slice_width : p_.last_width;
      const int run = count < width - x_ ? count : width - x_;
      put(row, run);
      row += run;
      count -= run;
      x_ += run;
      if (x_ < width) continue;
      x_ = 0;
      if (++y_ < p_.height) continue;
      y_ = 0;
      slice_++;
    }
  }

 private:
  void put(const uint16_t* from, int run) {
    const int64_t x = int64_t(p_.left) + int64_t(slice_) * p_.slice_width + x_, y = int64_t(p_.top) + y_;
    if (y >= a_.height || x >= a_.width) return;
    const int64_t kept = run < a_.width - x ? run : a_.width - x;
    uint16_t* to = a_.target.data + y * a_.width + x;
    if (a_.curve.length == 0) {
      std::memcpy(to, from, kept * sizeof *to);
    } else {
      for (int64_t i = 0; i < kept; i++) to[i] = a_.curve.data[from[i]];
    }
  }

  const UnpackLosslessArgs& a_;
  const Piece& p_;
  int slice_ = 0, x_ = 0, y_ = 0;
};

// A row of the JPEG has the four photosites of each cell next to each other and becomes two rows of the frame.
void putCells(const UnpackLosslessArgs& a, const Piece& p, const uint16_t* row, int y) {
  const int64_t room = int64_t(a.width) - p.left;
  const int64_t count = room < 2 * p.columns ? room : 2 * p.columns;
  for (int half = 0; half < 2; half++) {
    const int64_t at = int64_t(p.top) + 2 * int64_t(y) + half;
    if (at >= a.height) return;
    uint16_t* to = a.target.data + at * a.width + p.left;
    for (int64_t i = 0; i < count; i++) {
      const uint16_t sample = row[4 * (i >> 1) + 2 * half + (i & 1)];
      to[i] = a.curve.length == 0 ? sample : a.curve.data[sample];
    }
  }
}

// Predictors of T.81, table H.1.
template <int kPredictor>
LW_INLINE int32_t predict(int32_t left, int32_t above, int32_t corner) {
  switch (kPredictor) {
    case 2: return above;
    case 3: return corner;
    case 4: return left + above - corner;
    case 5: return left + ((above - corner) >> 1);
    case 6: return above + ((left - corner) >> 1);
    case 7: return (left + above) >> 1;
    default: return left;
  }
}

class Decoder {
 public:
  bool unpack(const UnpackLosslessArgs& args, const Piece& piece, const uint8_t* tables, CancelFlag cancel, bool& is_cancelled) {
    for (int c = 0; c < piece.components; c++)
      if (!tables_[c].build(tables + c * kHuffmanBytes)) return false;
    // A sample takes at least a bit: no time is spent on a picture that the data cannot contain.
    if (int64_t(piece.rows) * piece.columns * piece.components > 8 * int64_t(piece.end - piece.start)) return false;
    source_.open(args.bytes.data + piece.start, piece.end - piece.start);
    source_.begin(reader_);
    Slices slices(args, piece);
    const int count = piece.columns * piece.components;
    if (!reserve(count)) return false;
    uint16_t *row = rows_.get(), *above = rows_.get() + count;
    uint32_t seen = 0;
    for (int y = 0; y < piece.rows; y++) {
      is_cancelled = cancel.raised();
      if (is_cancelled) return false;
      if (y == 0)
        for (int c = 0; c < piece.components; c++) above[c] = static_cast<uint16_t>(1u << (piece.bits - 1));
      if (!readRow(piece, y == 0 ? 1 : piece.predictor, row, above, seen) || seen >> piece.bits != 0) return false;
      if (piece.cell == 2) putCells(args, piece, row, y);
      else slices.pour(row, count);
      std::swap(row, above);
    }
    return source_.endsWithin(reader_, kLeftBits, kPaddingBytes);
  }

 private:
  bool reserve(int count) {
    if (count <= reserved_) return true;
    reserved_ = 0;
    rows_.reset(new (std::nothrow) uint16_t[2 * size_t(count)]);
    if (!rows_) return false;
    reserved_ = count;
    return true;
  }

  bool readRow(const Piece& piece, int predictor, uint16_t* row, const uint16_t* above, uint32_t& seen) {
    switch (piece.components) {
      case 1: return readRowOf<1>(piece.columns, predictor, row, above, seen);
      case 2: return readRowOf<2>(piece.columns, predictor, row, above, seen);
      case 3: return readRowOf<3>(piece.columns, predictor, row, above, seen);
      default: return readRowOf<4>(piece.columns, predictor, row, above, seen);
    }
  }

  template <int kComponents>
  bool readRowOf(int columns, int predictor, uint16_t* row, const uint16_t* above, uint32_t& seen) {
    switch (predictor) {
      case 2: return readSamples<kComponents, 2>(columns, row, above, seen);
      case 3: return readSamples<kComponents, 3>(columns, row, above, seen);
      case 4: return readSamples<kComponents, 4>(columns, row, above, seen);
      case 5: return readSamples<kComponents, 5>(columns, row, above, seen);
      case 6: return readSamples<kComponents, 6>(columns, row, above, seen);
      case 7: return readSamples<kComponents, 7>(columns, row, above, seen);
      default: return readSamples<kComponents, 1>(columns, row, above, seen);
    }
  }

  // `seen` collects the bits of all samples.
  template <int kComponents, int kPredictor>
  bool readSamples(int columns, uint16_t* row, const uint16_t* above, uint32_t& seen) {
    // A local copy, so that it stays in registers.
    BitReader reader = reader_;
    int32_t left[kComponents];
    for (int c = 0; c < kComponents; c++) left[c] = above[c];
    uint32_t all = seen;
    for (int x = 0; x < columns; x++) {
      if (x % kColumnsAtOnce == 0 && !source_.provide(reader)) return false;
      for (int c = 0; c < kComponents; c++) {
        int32_t difference;
        reader.refill();
        if (!tables_[c].read(reader, difference)) return false;
        const int i = x * kComponents + c;
        // The first column is predicted from the one above.
        const int32_t guess = kPredictor == 1 || x == 0 ? left[c] : predict<kPredictor>(left[c], above[i], above[i - kComponents]);
        const uint16_t sample = static_cast<uint16_t>(guess + difference);
        row[i] = sample;
        left[c] = sample;
        all |= sample;
      }
    }
    reader_ = reader;
    seen = all;
    return true;
  }

  // Columns between two checks of the source: their samples of at most 31 bits fit in its reserve.
  static constexpr int kColumnsAtOnce = 64;
  LosslessTable tables_[kMaxComponents];
  ScanSource source_;
  BitReader reader_;
  std::unique_ptr<uint16_t[]> rows_;
  int reserved_ = 0;
};

}  // namespace

// Unpacks lossless JPEGs to samples of a sensor frame. Each piece writes the part of `target` that its slices cover,
// and `sound`. Returns kBadArguments for pieces outside `bytes`, and for pieces whose slices do not match their number
// of samples. Rows are pieces.
Status unpackLossless(const UnpackLosslessArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const std::unique_ptr<Decoder> decoder(new (std::nothrow) Decoder);
  if (!decoder) return Status::kBadArguments;
  for (int i = row_begin; i < row_end; i++) {
    Piece piece;
    std::memcpy(&piece, args.pieces.data + size_t(i) * Piece::length, sizeof piece);
    if (!isSound(piece, args.bytes.length)) return Status::kBadArguments;
    bool is_cancelled = false;
    const bool is_sound = decoder->unpack(args, piece, args.tables.data + size_t(i) * kMaxComponents * kHuffmanBytes, cancel, is_cancelled);
    if (is_cancelled) return Status::kCancelled;
    args.sound.data[i] = is_sound ? 1 : 0;
  }
  return Status::kOk;
}

}  // namespace lightwell
