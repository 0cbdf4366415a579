// A web host of a folder, for tests: one connection after the other, on the loopback interface. It
// can answer no ranges, stop in the middle, or say whatever a test wants.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace noughts {

class FileHost {
 public:
  struct Request {
    std::string path;
    std::uint64_t offset = 0;
  };
  // The whole answer to a request, if it is another than the file.
  using Answer = std::function<std::optional<std::string>(const Request&)>;

  explicit FileHost(std::filesystem::path folder) : folder_(std::move(folder)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        ::listen(listener_, 8) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      std::abort();
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~FileHost() {
    ending_ = true;
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  FileHost(const FileHost&) = delete;
  FileHost& operator=(const FileHost&) = delete;

  std::string address() const { return "http://127.0.0.1:" + std::to_string(port_) + "/tables"; }
  void set_answer(Answer answer) {
    const std::lock_guard lock(mutex_);
    answer_ = std::move(answer);
  }
  void set_ranges(bool ranges) { ranges_ = ranges; }
  // After so many bytes of contents nothing more comes, and nobody hangs up.
  void stall_after(std::uint64_t bytes) {
    stalled_ = false;
    sent_ = 0;
    stall_ = bytes;
  }
  void never_stall() { stall_ = UINT64_MAX; }
  bool stalled() const { return stalled_; }
  std::vector<Request> take_requests() {
    const std::lock_guard lock(mutex_);
    return std::exchange(requests_, {});
  }

 private:
  void serve() {
    while (!ending_) {
      const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (connection < 0) continue;
      while (!ending_ && answer_one(connection)) {
      }
      ::close(connection);
    }
  }

  // Whether the connection may go on.
  bool answer_one(int connection) {
    std::string head;
    char byte = 0;
    while (!head.ends_with("\r\n\r\n")) {
      if (::recv(connection, &byte, 1, 0) != 1) return false;
      head += byte;
    }
    Request request;
    request.path = head.substr(4, head.find(' ', 4) - 4);
    if (const auto range = head.find("bytes="); range != std::string::npos && ranges_) {
      request.offset = std::stoull(head.substr(range + 6));
    }
    Answer answer;
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request);
      answer = answer_;
    }
    if (const auto text = answer ? answer(request) : std::nullopt) {
      send_all(connection, *text);
      return false;
    }
    return send_file(connection, request);
  }

  bool send_file(int connection, const Request& request) {
    std::ifstream file(folder_ / request.path.substr(request.path.rfind('/') + 1),
                       std::ios::binary);
    if (!file) return send_all(connection, "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n");
    const std::string all{std::istreambuf_iterator<char>(file), {}};
    const std::string rest = all.substr(request.offset);
    std::string head = request.offset > 0 ? "HTTP/1.1 206 Part\r\n" : "HTTP/1.1 200 OK\r\n";
    if (request.offset > 0) {
      head += "Content-Range: bytes " + std::to_string(request.offset) + "-" +
              std::to_string(all.size() - 1) + "/" + std::to_string(all.size()) + "\r\n";
    }
    head += "Content-Length: " + std::to_string(rest.size()) + "\r\n\r\n";
    if (!send_all(connection, head)) return false;
    const std::uint64_t room = stall_ - std::min<std::uint64_t>(stall_, sent_);
    const bool stalls = rest.size() > room;
    if (!send_all(connection, rest.substr(0, room))) return false;
    sent_ += std::min<std::uint64_t>(room, rest.size());
    if (!stalls) return true;
    stalled_ = true;
    char ignored = 0;
    while (!ending_ && ::recv(connection, &ignored, 1, 0) == 1) {
    }
    return false;
  }

  static bool send_all(int connection, const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t sent = ::send(connection, text.data() + done, text.size() - done, MSG_NOSIGNAL);
      if (sent <= 0) return false;
      done += static_cast<std::size_t>(sent);
    }
    return true;
  }

  std::filesystem::path folder_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> ending_{false};
  std::atomic<bool> ranges_{true};
  std::atomic<bool> stalled_{false};
  std::atomic<std::uint64_t> stall_{UINT64_MAX};
  std::atomic<std::uint64_t> sent_{0};
  std::mutex mutex_;
  Answer answer_;
  std::vector<Request> requests_;
  std::thread thread_;
};

}  // namespace noughts
