// A client of HTTP that sends what it is told to, byte by byte, and reads whole answers.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>

namespace noughts::serve {

struct Response {
  int status = 0;
  std::map<std::string, std::string> headers;  // by names in lower case
  std::string body;

  std::string header(const std::string& name) const {
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(), ::tolower);
    const auto found = headers.find(lower);
    return found == headers.end() ? "" : found->second;
  }
};

class Client {
 public:
  explicit Client(int port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    connected_ = ::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    const timeval patience{120, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  Client(Client&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), connected_(other.connected_) {}
  Client& operator=(Client&&) = delete;
  ~Client() { close(); }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

  bool send(const std::string& text) {
    return connected_ &&
           ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
  }

  // Nothing more will be sent.
  void finish() { ::shutdown(fd_, SHUT_WR); }

  // The next answer, or nothing if the connection ends before it is whole.
  std::optional<Response> receive(bool head_only = false) {
    while (buffer_.find("\r\n\r\n") == std::string::npos) {
      if (!more()) return std::nullopt;
    }
    Response response;
    const std::size_t end = buffer_.find("\r\n\r\n");
    const std::string head = buffer_.substr(0, end + 2);
    buffer_.erase(0, end + 4);
    response.status = std::atoi(head.c_str() + 9);
    for (std::size_t at = head.find("\r\n") + 2; at < head.size();) {
      const std::size_t stop = head.find("\r\n", at);
      const std::size_t colon = head.find(": ", at);
      std::string name = head.substr(at, colon - at);
      std::transform(name.begin(), name.end(), name.begin(), ::tolower);
      response.headers[name] = head.substr(colon + 2, stop - colon - 2);
      at = stop + 2;
    }
    const auto length =
        static_cast<std::size_t>(std::atoll(response.header("Content-Length").c_str()));
    while (!head_only && buffer_.size() < length) {
      if (!more()) return std::nullopt;
    }
    if (!head_only) response.body = buffer_.substr(0, length);
    if (!head_only) buffer_.erase(0, length);
    return response;
  }

  // Whether the server ends the connection, saying no more.
  bool ends() { return buffer_.empty() && !more(); }

 private:
  bool more() {
    char bytes[4096];
    const ssize_t got = ::recv(fd_, bytes, sizeof bytes, 0);
    if (got > 0) buffer_.append(bytes, static_cast<std::size_t>(got));
    return got > 0;
  }

  int fd_;
  bool connected_ = false;
  std::string buffer_;
};

inline std::string request_text(const std::string& path, const std::string& headers = "") {
  return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + "\r\n";
}

}  // namespace noughts::serve
