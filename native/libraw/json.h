#pragma once
#include <cmath>
#include <cstdio>
#include <string>

// One translation unit includes this.
namespace {

// Writes JSON: numbers, arrays of numbers, and short untrusted texts.
class Json {
 public:
  explicit Json(std::string &out) : out_(out) {}

  void name(const char *key) {
    comma();
    out_ += '"';
    out_ += key;
    out_ += "\":";
    first_ = true;
  }
  void number(double value) {
    comma();
    char digits[32];
    const bool whole = std::fabs(value) < 1e15 && value == std::floor(value);
    snprintf(digits, sizeof digits, whole ? "%.0f" : "%.9g", std::isfinite(value) ? value : 0.0);
    out_ += digits;
  }
  void text(const char *value, size_t most) {
    comma();
    out_ += '"';
    for (size_t i = 0; i < most && value[i]; i++)
      out_ += value[i] >= 32 && value[i] < 127 && value[i] != '"' && value[i] != '\\' ? value[i] : '?';
    out_ += '"';
  }
  void open(char bracket) {
    comma();
    out_ += bracket;
    first_ = true;
  }
  void close(char bracket) {
    out_ += bracket;
    first_ = false;
  }
  void field(const char *key, double value) {
    name(key);
    number(value);
  }
  void field(const char *key, const char *value, size_t most) {
    name(key);
    text(value, most);
  }
  template <class T>
  void list(const char *key, const T *values, int count) {
    name(key);
    row(values, count);
  }
  template <class T>
  void row(const T *values, int count) {
    open('[');
    for (int i = 0; i < count; i++) number(double(values[i]));
    close(']');
  }
  template <class T, int columns>
  void table(const char *key, const T (*rows)[columns], int count) {
    name(key);
    open('[');
    for (int i = 0; i < count; i++) row(rows[i], columns);
    close(']');
  }

 private:
  void comma() {
    if (!first_) out_ += ',';
    first_ = false;
  }

  std::string &out_;
  bool first_ = true;
};

}  // namespace
