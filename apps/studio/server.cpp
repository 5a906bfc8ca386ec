#include "studio/server.h"

#include "graze/core/file.h"
#include "graze/core/interrupt.h"
#include "studio/access.h"
#include "studio/geometry_bytes.h"
#include "studio/page_files.h"

#include <atomic>
#include <charconv>
#include <chrono>
#include <deque>
#include <map>
#include <set>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <fmt/format.h>

namespace graze::studio {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using Code = boost::system::error_code;

constexpr std::size_t kMostConnections = 16;        // WebSockets
constexpr std::size_t kMostRequests = 64;           // connections of any kind
constexpr std::uint32_t kLongestHead = 16U << 10;
constexpr std::uint64_t kLongestUpload = std::uint64_t{1} << 30;
constexpr std::size_t kMostUnsent = std::size_t{64} << 20;  // bytes of text that a page has not read
constexpr std::chrono::seconds kQuickly{30}, kUpload{600}, kGoodbye{2};
constexpr std::chrono::milliseconds kLookForInterrupt{100};

class Connection;

/// What all connections share. Of the network's thread alone, but for `studio`.
struct Shared {
    std::uint16_t port = 0;
    std::string token;
    std::unique_ptr<Studio> studio;
    std::map<ClientId, std::weak_ptr<Connection>> clients;
    ClientId next_client = 1;
    std::size_t requests = 0;
    asio::io_context io;  // last: its handlers hold connections, which need the rest when they end
};

Caller caller_of(const http::fields& fields) {
    Caller caller;
    caller.twice = fields.count(http::field::host) > 1 || fields.count(http::field::origin) > 1;
    if (const auto at = fields.find(http::field::host); at != fields.end()) caller.host = std::string(at->value());
    if (const auto at = fields.find(http::field::origin); at != fields.end()) caller.origin = std::string(at->value()), caller.has_origin = true;
    return caller;
}

std::optional<std::uint32_t> number_of(const std::string& text) {
    std::uint32_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// A page: texts are never dropped; of frames only the newest waits.
class Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(tcp::socket&& socket, Shared& shared) : socket_(std::move(socket)), shared_(shared), client_(shared.next_client++) {}

    ~Connection() {
        shared_.clients.erase(client_);
        if (shared_.studio) shared_.studio->left(client_);
    }

    void accept(const http::request<http::empty_body>& request) {
        shared_.clients[client_] = weak_from_this();
        socket_.read_message_max(kLongestMessage);
        socket_.auto_fragment(false);
        websocket::stream_base::timeout times{};
        times.handshake_timeout = kQuickly;
        times.idle_timeout = kQuickly;  // pings keep a page that is alive
        times.keep_alive_pings = true;
        socket_.set_option(times);
        socket_.async_accept(request, [self = shared_from_this()](Code failed) {
            if (failed) return;
            self->is_open_ = true;
            self->read();
            self->write();
        });
    }

    void text(std::string message) {
        unsent_ += message.size();
        texts_.push_back(std::move(message));
        if (unsent_ > kMostUnsent) return close(websocket::close_code::policy_error);
        write();
    }

    void frame(std::shared_ptr<const FrameData> newest) {
        newest_ = std::move(newest);
        write();
    }

    void close(websocket::close_code code) {
        if (closing_) return;
        closing_ = true;
        if (writing_) return close_after_ = code, void();
        do_close(code);
    }

  private:
    void do_close(websocket::close_code code) {
        socket_.async_close(code, [self = shared_from_this()](Code) {});
    }

    void read() {
        socket_.async_read(buffer_, [self = shared_from_this()](Code failed, std::size_t) {
            if (failed) return;
            if (!self->socket_.got_text()) return self->close(websocket::close_code::unknown_data);
            std::string message = beast::buffers_to_string(self->buffer_.data());
            self->buffer_.consume(self->buffer_.size());
            if (!self->shared_.studio->post(self->client_, std::move(message))) return self->close(websocket::close_code::policy_error);
            self->read();
        });
    }

    void write() {
        if (!is_open_ || writing_ || closing_) return;
        if (!texts_.empty()) {
            out_ = std::move(texts_.front());
            texts_.pop_front();
            unsent_ -= out_.size();
            socket_.text(true);
        } else if (newest_ && newest_ != sent_) {
            out_ = frame_bytes(*newest_, changed_poses(*newest_, sent_.get()));
            sent_ = newest_;
            socket_.binary(true);
        } else {
            return;
        }
        writing_ = true;
        socket_.async_write(asio::buffer(out_), [self = shared_from_this()](Code failed, std::size_t) {
            self->writing_ = false;
            if (failed) return;
            if (self->close_after_) return self->do_close(*self->close_after_);
            self->write();
        });
    }

    websocket::stream<beast::tcp_stream> socket_;
    Shared& shared_;
    ClientId client_;
    beast::flat_buffer buffer_;
    std::deque<std::string> texts_;
    std::size_t unsent_ = 0;
    std::shared_ptr<const FrameData> newest_, sent_;
    std::string out_;
    bool is_open_ = false, writing_ = false, closing_ = false;
    std::optional<websocket::close_code> close_after_;
};

/// Requests of HTTP, one after the other, until one becomes a WebSocket.
class Requests : public std::enable_shared_from_this<Requests> {
  public:
    Requests(tcp::socket&& socket, Shared& shared) : stream_(std::move(socket)), shared_(shared) { ++shared_.requests; }
    ~Requests() { --shared_.requests; }

    void read() {
        parser_.emplace();
        parser_->header_limit(kLongestHead);
        parser_->body_limit(kLongestUpload);
        stream_.expires_after(kQuickly);
        http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](Code failed, std::size_t) {
            if (failed == http::error::header_limit) return self->refuse(http::status::request_header_fields_too_large, "The head of the request is too long.");
            if (failed == http::error::body_limit) return self->refuse(http::status::payload_too_large, "The file is larger than 1 GB.");
            if (failed) return self->hang_up();
            self->answer();
        });
    }

  private:
    /// What is on its way to us is read and dropped: hanging up at once would take the answer back.
    void hang_up() {
        Code ignored;
        stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
        stream_.expires_after(kGoodbye);
        drop_rest();
    }

    void drop_rest() {
        buffer_.consume(buffer_.size());
        stream_.async_read_some(buffer_.prepare(std::size_t{64} << 10), [self = shared_from_this()](Code failed, std::size_t) {
            if (!failed) self->drop_rest();
        });
    }

    void answer() {
        const auto& head = parser_->get();
        const Target target = parse_target({head.target().data(), head.target().size()});
        const Caller caller = caller_of(head);
        const bool is_socket = target.path == "/ws", is_upload = target.path == "/files";
        const bool is_page_file = !is_socket && !is_upload && file_of(target.path).has_value() && target.path != "/";
        const Needs needs = is_socket || is_upload ? Needs::TokenAndOrigin : is_page_file ? Needs::Nothing : Needs::Token;
        if (!may_have(needs, caller, target, shared_.token, shared_.port))
            return refuse(http::status::forbidden, "This is not the address that graze studio printed.");
        if (is_socket) return upgrade();
        if (is_upload) return upload(target);
        if (head.method() != http::verb::get && head.method() != http::verb::head) return refuse(http::status::method_not_allowed, "GET is wanted.");
        if (parser_->content_length() && *parser_->content_length() > 0) return refuse(http::status::bad_request, "GET has no body.");
        get(target);
    }

    static std::optional<std::string_view> file_of(const std::string& path) {
        if (path.size() < 2) return std::nullopt;
        const std::string_view name = std::string_view(path).substr(1);
        if (const auto file = page_file(name)) return file;
        if (name.starts_with("assets/")) return page_file(name.substr(7));
        return std::nullopt;
    }

    void get(const Target& target) {
        if (target.path == "/" || target.path == "/index.html") return send(std::string(page_file("index.html").value_or("")), "text/html; charset=utf-8");
        if (target.path == "/geometry") return geometry(target);
        if (target.path == "/path") {
            const auto number = number_of(target.get("path"));
            const auto bytes = number ? shared_.studio->path_bytes_of(*number) : std::nullopt;
            return bytes ? send(*bytes, "application/octet-stream") : refuse(http::status::not_found, "There is no such path.");
        }
        if (target.path == "/download") return download(target);
        if (const auto file = file_of(target.path)) return send(std::string(*file), std::string(content_type(target.path)));
        refuse(http::status::not_found, "There is nothing of this name.");
    }

    void geometry(const Target& target) {
        const auto scene = shared_.studio->opened();
        const auto number = number_of(target.get("scene"));
        if (!scene || number != scene->number) return refuse(http::status::not_found, "This scene is no longer open.");
        const std::string mesh = target.get("mesh");
        const auto one = number_of(mesh);
        if (!mesh.empty() && (!one || *one >= scene->meshes.size())) return refuse(http::status::not_found, "There is no such mesh.");
        send(geometry_bytes(*scene, one), "application/octet-stream");
    }

    void download(const Target& target) {
        const auto path = shared_.studio->download(target.get("name"));
        const auto bytes = path ? read_file(*path) : Expected<std::string>(make_error(ErrorCode::NotFound, "download", "there is none"));
        if (!bytes) return refuse(http::status::not_found, "There is no such file.");
        attachment_ = safe_file_name(path->filename().string());
        send(*bytes, std::string(content_type(path->string())));
    }

    void upload(const Target& target) {
        if (parser_->get().method() != http::verb::post) return refuse(http::status::method_not_allowed, "POST is wanted.");
        const auto place = shared_.studio->place_for_upload(target.get("name"), target.get("folder"));
        if (!place) return refuse(http::status::bad_request, place.error().message);
        upload_.emplace(std::move(*parser_));
        parser_.reset();
        upload_name_ = place->name;
        Code failed;
        upload_->get().body().open(place->path.c_str(), beast::file_mode::write, failed);
        if (failed) return refuse(http::status::internal_server_error, "The file cannot be written.");
        stream_.expires_after(kUpload);
        http::async_read(stream_, buffer_, *upload_, [self = shared_from_this(), path = place->path](Code ended, std::size_t) {
            self->upload_->get().body().close();
            const bool keeps = self->upload_->get().keep_alive();
            self->upload_.reset();
            if (ended) {
                std::error_code ignored;
                std::filesystem::remove(path, ignored);
                if (ended == http::error::body_limit) return self->refuse(http::status::payload_too_large, "The file is larger than 1 GB.");
                return self->hang_up();
            }
            self->keep_alive_ = keeps;
            std::string name;
            for (const char c : self->upload_name_) name += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
            self->send(fmt::format("{{\"file\": \"{}\"}}", name), "application/json");
        });
    }

    void upgrade() {
        if (!websocket::is_upgrade(parser_->get())) return refuse(http::status::upgrade_required, "A WebSocket is wanted here.");
        if (shared_.clients.size() >= kMostConnections) return refuse(http::status::service_unavailable, "Too many pages are open.");
        stream_.expires_never();
        std::make_shared<Connection>(stream_.release_socket(), shared_)->accept(as_empty(parser_->release()));
    }

    static http::request<http::empty_body> as_empty(const http::request<http::empty_body>& request) { return request; }

    void refuse(http::status status, const std::string& why) {
        keep_alive_ = false;
        send(why + "\n", "text/plain; charset=utf-8", status);
    }

    void send(std::string body, std::string type, http::status status = http::status::ok) {
        const bool is_head = parser_ && parser_->get().method() == http::verb::head;
        const bool keeps = status == http::status::ok && (parser_ && parser_->is_header_done() ? parser_->get().keep_alive() : keep_alive_);
        auto response = std::make_shared<http::response<http::string_body>>(status, 11);
        response->set(http::field::content_type, type);
        response->set(http::field::cache_control, "no-store");
        response->set("X-Content-Type-Options", "nosniff");
        response->set("Referrer-Policy", "no-referrer");
        response->set("X-Frame-Options", "DENY");
        response->set("Cross-Origin-Resource-Policy", "same-origin");
        response->set("Content-Security-Policy",
                      fmt::format("default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; worker-src 'self' blob:; "
                                  "media-src blob:; connect-src 'self' ws://127.0.0.1:{}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
                                  shared_.port));
        if (!attachment_.empty()) response->set(http::field::content_disposition, fmt::format("attachment; filename=\"{}\"", attachment_));
        attachment_.clear();
        response->keep_alive(keeps);
        const std::size_t length = body.size();
        if (!is_head) response->body() = std::move(body);
        response->content_length(length);
        stream_.expires_after(kQuickly);
        if (is_head) {
            auto serializer = std::make_shared<http::response_serializer<http::string_body>>(*response);
            serializer->split(true);
            return http::async_write_header(stream_, *serializer, [self = shared_from_this(), response, serializer](Code failed, std::size_t) { self->next(failed, *response); });
        }
        http::async_write(stream_, *response, [self = shared_from_this(), response](Code failed, std::size_t) { self->next(failed, *response); });
    }

    void next(Code failed, const http::response<http::string_body>& response) {
        if (failed || !response.keep_alive()) return hang_up();
        read();
    }

    beast::tcp_stream stream_;
    Shared& shared_;
    beast::flat_buffer buffer_{std::size_t{1} << 20};
    std::optional<http::request_parser<http::empty_body>> parser_;
    std::optional<http::request_parser<http::file_body>> upload_;
    std::string upload_name_, attachment_;
    bool keep_alive_ = true;
};

void listen_on(tcp::acceptor& acceptor, Shared& shared) {
    acceptor.async_accept([&](Code failed, tcp::socket socket) {
        if (failed == asio::error::operation_aborted) return;
        if (!failed && shared.requests < kMostRequests) {
            Code ignored;
            socket.set_option(tcp::no_delay(true), ignored);
            std::make_shared<Requests>(std::move(socket), shared)->read();
        }
        listen_on(acceptor, shared);
    });
}

Expected<void> open_port(tcp::acceptor& acceptor, std::uint16_t port) {
    const tcp::endpoint at(asio::ip::address_v4::loopback(), port);
    Code failed;
    acceptor.open(at.protocol(), failed);
    if (!failed) acceptor.set_option(asio::socket_base::reuse_address(true), failed);
    if (!failed) acceptor.bind(at, failed);
    if (!failed) acceptor.listen(asio::socket_base::max_listen_connections, failed);
    if (failed)
        return make_error(ErrorCode::CannotRead, fmt::format("port {}", port), "cannot be used: " + failed.message(), "leave --port out, or name another one");
    return {};
}

/// Where we listen, and whether it is where pages of the run before look for us.
struct Place {
    std::uint16_t port = 0;
    bool is_usual = false;
};

Expected<Place> open_place(tcp::acceptor& acceptor, const ServerOptions& options) {
    const std::filesystem::path kept = options.studio.home / "port";
    std::uint16_t wished = options.port.value_or(0);
    if (!options.port)
        if (const auto text = read_file(kept))
            if (const auto last = number_of(*text); last && *last < 65536) wished = static_cast<std::uint16_t>(*last);
    auto opened = open_port(acceptor, wished);
    const bool is_taken = !opened && !options.port && wished != 0;
    if (is_taken) {  // another studio of this user, most likely: it keeps its place
        Code ignored;
        acceptor.close(ignored);
        opened = open_port(acceptor, 0);
    }
    if (!opened) return opened.error();
    const Place place{acceptor.local_endpoint().port(), options.port ? *options.port != 0 : !is_taken};
    if (!options.port && !is_taken) (void)write_file_atomically(kept, std::to_string(place.port));
    return place;
}

/// The token of the run before at this port, or a new one. Without a port of its own a run is like no other.
std::string token_for(const ServerOptions& options, const Place& place) {
    if (!place.is_usual) return random_token();
    const std::filesystem::path file = options.studio.home / fmt::format("token-{}", place.port);
    if (const auto kept = read_file(file); kept && kept->size() == 32 && kept->find_first_not_of("0123456789abcdef") == std::string::npos) return *kept;
    std::string token = random_token();
    (void)write_file_atomically(file, token);
    std::error_code ignored;
    std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, ignored);
    return token;
}

Expected<void> prepare(const std::filesystem::path& home) {
    std::error_code failed;
    std::filesystem::create_directories(home, failed);
    if (failed) return make_error(ErrorCode::CannotWrite, home.string(), "cannot be made: " + failed.message(), "set XDG_STATE_HOME, or --home");
    std::filesystem::permissions(home, std::filesystem::perms::owner_all, failed);  // nobody else looks in
    return {};
}

}  // namespace

Expected<void> serve(const ServerOptions& options, SceneReaders readers, const WhenReady& when_ready) {
    if (auto prepared = prepare(options.studio.home); !prepared) return prepared;
    Shared shared;
    tcp::acceptor acceptor(shared.io);
    const auto place = open_place(acceptor, options);
    if (!place) return place.error();
    shared.port = place->port;
    shared.token = token_for(options, *place);
    StudioOptions studio = options.studio;
    studio.server = random_token();
    if (place->is_usual) studio.state_file = (studio.home / fmt::format("session-{}.json", place->port)).string();
    const auto to = [&shared](ClientId client, auto&& what) {
        asio::post(shared.io, [&shared, client, what] {
            const auto at = shared.clients.find(client);
            if (at == shared.clients.end()) return;
            if (const auto connection = at->second.lock()) what(*connection);
        });
    };
    Outbox outbox;
    outbox.text = [to](ClientId client, std::string text) { to(client, [text = std::move(text)](Connection& connection) { connection.text(text); }); };
    outbox.close = [to](ClientId client) { to(client, [](Connection& connection) { connection.close(websocket::close_code::policy_error); }); };
    outbox.frame = [&shared](std::shared_ptr<const FrameData> frame) {
        asio::post(shared.io, [&shared, frame = std::move(frame)] {
            for (const auto& [client, weak] : shared.clients)
                if (const auto connection = weak.lock()) connection->frame(frame);
        });
    };
    shared.studio = std::make_unique<Studio>(std::move(studio), std::move(readers), std::move(outbox));
    shared.studio->open_first(options.files);
    listen_on(acceptor, shared);
    asio::steady_timer timer(shared.io);
    std::function<void(Code)> look = [&](Code) {
        if (interrupt_requested()) return shared.io.stop();
        timer.expires_after(kLookForInterrupt);
        timer.async_wait(look);
    };
    look({});
    when_ready(fmt::format("http://127.0.0.1:{}/?token={}", shared.port, shared.token));
    shared.io.run();
    shared.studio.reset();  // its thread posts to `io`
    return {};
}

}  // namespace graze::studio
