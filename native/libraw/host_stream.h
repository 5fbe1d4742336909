// The file that LibRaw reads; the caller holds it.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "libraw/libraw.h"

#define IMPORT(name) __attribute__((import_module("host"), import_name(#name)))

// Copies bytes [offset, offset + count) of the file. The caller ensures that they are within the file.
extern "C" IMPORT(read) void host_read(uint32_t offset, void *target, uint32_t count);

// One translation unit includes this.
namespace {

// Reads the file in blocks on demand, and counts the bytes requested beyond its end.
class HostStream : public LibRaw_abstract_datastream {
 public:
  explicit HostStream(uint32_t size) : size_(size) {}

  int valid() override { return 1; }
  INT64 size() override { return size_; }
  INT64 tell() override { return at_; }
  int eof() override { return at_ >= size_; }
  const char *fname() override { return nullptr; }

  int read(void *target, size_t size, size_t count) override {
    const uint64_t wanted = uint64_t(size) * count;
    const uint32_t given = uint32_t(wanted < left() ? wanted : left());
    missing += wanted - given;
    auto *to = static_cast<uint8_t *>(target);
    const uint32_t cached = at_ >= start_ && at_ < end_ ? (given < end_ - at_ ? given : end_ - at_) : 0;
    memcpy(to, block_ + (at_ - start_), cached);
    if (given - cached >= sizeof block_) {
      host_read(at_ + cached, to + cached, given - cached);
    } else if (given > cached) {
      fill(at_ + cached);
      memcpy(to + cached, block_, given - cached);
    }
    at_ += given;
    return int(size == 0 ? 0 : (given + size - 1) / size);
  }

  int seek(INT64 offset, int from) override {
    const INT64 to = offset + (from == SEEK_CUR ? INT64(at_) : from == SEEK_END ? INT64(size_) : 0);
    at_ = uint32_t(to < 0 ? 0 : to > INT64(size_) ? INT64(size_) : to);
    return 0;
  }

  int get_char() override {
    if (at_ >= size_) {
      missing++;
      return -1;
    }
    if (at_ < start_ || at_ >= end_) fill(at_);
    return block_[at_++ - start_];
  }

  char *gets(char *text, int count) override {
    if (count < 1) return nullptr;
    int length = 0;
    while (length < count - 1 && at_ < size_) {
      text[length] = char(get_char());
      if (text[length++] == '\n') break;
    }
    text[length] = 0;
    return text;
  }

  int scanf_one(const char *format, void *value) override {
    char word[32];
    int length = 0;
    while (length < 24 && at_ < size_) {
      const int c = get_char();
      if (c == 0 || c == ' ' || c == '\t' || c == '\n') {
        if (length > 0) break;
        continue;
      }
      word[length++] = char(c);
    }
    word[length] = 0;
    return sscanf(word, format, value);
  }

  uint64_t missing = 0;

 private:
  uint32_t left() const { return size_ - at_; }

  void fill(uint32_t offset) {
    start_ = offset;
    end_ = offset + (size_ - offset < sizeof block_ ? size_ - offset : uint32_t(sizeof block_));
    host_read(start_, block_, end_ - start_);
  }

  const uint32_t size_;
  uint32_t at_ = 0;
  uint32_t start_ = 0;
  uint32_t end_ = 0;
  uint8_t block_[65536];
};

}  // namespace
