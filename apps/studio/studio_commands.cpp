// What each message of a page does.
#include "graze/core/wording.h"
#include "studio/studio_core.h"

#include <fmt/format.h>

namespace graze::studio {
namespace {

constexpr int kMostMistakes = 100;

template <class T>
inline constexpr bool kNeedsScene = !(std::is_same_v<T, Hello> || std::is_same_v<T, Ping> || std::is_same_v<T, AskToDrive> || std::is_same_v<T, HandOver> ||
                                      std::is_same_v<T, Open> || std::is_same_v<T, Close> || std::is_same_v<T, Cancel> || std::is_same_v<T, Audit>);

Error sentence(ErrorCode code, const std::string& what, const std::string& remedy) { return {code, what + "; " + remedy}; }

}  // namespace

void Studio::Core::obey(ClientId client, const std::string& text) {
    const auto command = parse_command(text);
    if (!command) {
        fail({client, {}}, command.error(), "bad_message");
        if (++mistakes_[client] >= kMostMistakes) outbox_.close(client);
        return;
    }
    const Asker asker{client, command->id};
    const bool is_hello = std::holds_alternative<Hello>(command->what);
    if (!is_hello && people_.person(client) == nullptr)
        return fail(asker, sentence(ErrorCode::BadUsage, "Nobody said hello on this connection", "say hello first"), "bad_message");
    if (!is_for_all(command->what) && !people_.is_driver(client))
        return fail(asker, sentence(ErrorCode::BadUsage, "Another page drives", "ask to drive first"), "not_driver");
    std::visit(
        [&](const auto& what) {
            if (kNeedsScene<std::decay_t<decltype(what)>> && !live_)
                return fail(asker, sentence(ErrorCode::BadUsage, "Nothing is open", "open a demo or a file first"), "no_scene");
            obey(asker, what);
        },
        command->what);
}

void Studio::Core::obey(const Asker& asker, const Hello& hello) {
    if (hello.protocol != kProtocol)
        return fail(asker, sentence(ErrorCode::Unsupported, fmt::format("This server speaks protocol {}, the page speaks {}", kProtocol, hello.protocol), "reload the page"));
    const auto [person, replaced] = people_.join(asker.client, hello, now());
    if (replaced && *replaced != asker.client) outbox_.close(*replaced);
    tell(asker.client, {{"type", "welcome"},
                        {"protocol", kProtocol},
                        {"version", options_.version},
                        {"session", person.session},
                        {"server", options_.server},
                        {"you", person.number},
                        {"frame", 1.0 / 60.0},
                        {"audit", options_.audit}});
    tell_state(asker.client);
    done(asker);
    tell_people();
    shown_.reset();  // the newcomer gets a frame at once
}

void Studio::Core::obey(const Asker& asker, const Ping&) { done(asker, {{"time", now()}}); }

void Studio::Core::obey(const Asker& asker, const AskToDrive&) {
    people_.ask(asker.client, now());
    done(asker, {{"drives", people_.is_driver(asker.client)}});
    tell_people();
}

void Studio::Core::obey(const Asker& asker, const HandOver& hand_over) {
    people_.answer(hand_over.yes);
    if (!people_.is_driver(asker.client) && live_) (void)live_->release();
    done(asker);
    tell_people();
}

void Studio::Core::obey(const Asker& asker, const Grab& grab) { answer(asker, live_->grab(grab)); }

void Studio::Core::obey(const Asker& asker, const Drag& drag) {
    if (auto dragged = live_->drag(drag); !dragged) fail(asker, dragged.error());
}

void Studio::Core::obey(const Asker& asker, const Release&) { answer(asker, live_->release()); }
void Studio::Core::obey(const Asker& asker, const CancelDrag&) { answer(asker, live_->cancel_drag()); }

WhenPlaced Studio::Core::when_placed(const Asker& asker) {
    return [this, asker](const Placed& placed) { done(asker, placed_json(placed)); };
}

void Studio::Core::obey(const Asker& asker, const Nudge& nudge) {
    if (auto begun = live_->nudge(nudge, when_placed(asker)); !begun) fail(asker, begun.error());
}

void Studio::Core::obey(const Asker& asker, const Place& place) {
    if (auto begun = live_->place(place.body, place.pose, when_placed(asker)); !begun) fail(asker, begun.error());
}

void Studio::Core::obey(const Asker& asker, const Throw& thrown) { answer(asker, live_->throw_body(thrown)); }

void Studio::Core::obey(const Asker& asker, const SetLock& lock) {
    live_->set_lock(lock);
    done(asker);
}

void Studio::Core::obey(const Asker& asker, const SetWorld& set) { answer(asker, live_->set_world(set)); }
void Studio::Core::obey(const Asker& asker, const SetMargin& margin) { answer(asker, live_->set_margin(margin)); }

void Studio::Core::obey(const Asker& asker, const Step& step) {
    if (!live_->is_paused()) return fail(asker, sentence(ErrorCode::BadUsage, "The world runs", "pause it first"));
    live_->step_paused(step.frames);
    done(asker);
}

void Studio::Core::obey(const Asker& asker, const Undo&) { answer(asker, live_->undo()); }
void Studio::Core::obey(const Asker& asker, const Redo&) { answer(asker, live_->redo()); }
void Studio::Core::obey(const Asker& asker, const Reset&) { answer(asker, live_->reset()); }

void Studio::Core::obey(const Asker& asker, const Snapshot& snapshot) { done(asker, {{"snapshot", live_->snapshot(snapshot.name)}}); }
void Studio::Core::obey(const Asker& asker, const Restore& restore) { answer(asker, live_->restore(restore.snapshot)); }
void Studio::Core::obey(const Asker& asker, const Forget& forget) { answer(asker, live_->forget(forget.snapshot)); }

void Studio::Core::obey(const Asker& asker, const Record& record) {
    if (record.on) {
        live_->start_recording();
        return done(asker);
    }
    const auto path = live_->stop_recording();
    if (!path) return fail(asker, path.error());
    done(asker, {{"path", *path}});
}

StudioPath* Studio::Core::path_for(const Asker& asker, std::uint32_t number) {
    StudioPath* path = live_->path(number);
    if (path == nullptr) fail(asker, sentence(ErrorCode::NotFound, fmt::format("There is no path {}", number), "the list has changed meanwhile"));
    return path;
}

void Studio::Core::obey(const Asker& asker, const AskTimeline& ask) {
    const StudioPath* path = path_for(asker, ask.path);
    if (path == nullptr) return;
    tell(asker.client, timeline_json(*path, live_->scene(), live_->keep_apart()));
    done(asker);
}

void Studio::Core::obey(const Asker& asker, const RenamePath& rename) {
    if (rename.name.empty()) return fail(asker, sentence(ErrorCode::BadInput, "A path needs a name", "type one"));
    if (path_for(asker, rename.path) == nullptr) return;
    answer(asker, live_->rename_path(rename.path, rename.name));
}

void Studio::Core::obey(const Asker& asker, const DeletePath& erase) { answer(asker, live_->delete_path(erase.path)); }

void Studio::Core::add_and_answer(const Asker& asker, StudioPath path) { done(asker, {{"path", live_->add_path(std::move(path))}}); }

void Studio::Core::obey(const Asker& asker, const Trim& trim) {
    const StudioPath* path = path_for(asker, trim.path);
    if (path == nullptr) return;
    if (!(trim.from < trim.until && trim.until < path->stops()))
        return fail(asker, sentence(ErrorCode::BadInput, fmt::format("The path has stops 0 to {}", path->stops() - 1), "keep at least two of them"));
    add_and_answer(asker, trimmed(*path, trim.from, trim.until));
}

void Studio::Core::obey(const Asker& asker, const Reverse& reverse) {
    const StudioPath* path = path_for(asker, reverse.path);
    if (path != nullptr) add_and_answer(asker, reversed(*path));
}

void Studio::Core::obey(const Asker& asker, const Play& play) { answer(asker, live_->play(play)); }
void Studio::Core::obey(const Asker& asker, const Scrub& scrub) { answer(asker, live_->scrub(scrub)); }

void Studio::Core::obey(const Asker& asker, const Stop&) {
    live_->stop_replay();
    done(asker);
}

void Studio::Core::obey(const Asker& asker, const ContinueFrom& from) { answer(asker, live_->continue_from(from)); }

void Studio::Core::obey(const Asker& asker, const ReviewClash& review) {
    ClashReview now = clashes_.review_of(review.bodies);
    now.status = review.status;
    if (review.comment) now.comment = *review.comment;
    clashes_.review(review.bodies, now);
    live_->note_change();
    tell_all(clashes_.json(live_->ignored()));
    done(asker);
}

void Studio::Core::obey(const Asker& asker, const Ignore& ignore) {
    const auto set = live_->ignore(ignore);
    if (!set) return fail(asker, set.error(), "overlap");
    if (clashes_.was_checked()) clashes_.set_stale();
    tell_all(clashes_.json(live_->ignored()));
    done(asker);
}

void Studio::Core::obey(const Asker& asker, const Save&) { answer(asker, save()); }

void Studio::Core::obey(const Asker& asker, const Cancel& cancel) {
    if (!tasks_.cancel(cancel.task)) return fail(asker, sentence(ErrorCode::NotFound, fmt::format("Nothing with number {} is being done", cancel.task), "it may have ended"));
    done(asker);
}

void Studio::Core::obey(const Asker& asker, const Audit&) {
    if (!options_.audit) return fail(asker, sentence(ErrorCode::BadUsage, "Frames are not checked", "start the studio with --audit"));
    Json pairs = Json::array();
    for (const BodyPair& pair : met_) pairs.push_back(pair_json(pair));
    done(asker, {{"frames", audited_}, {"interpenetrating", met_.size()}, {"pairs", std::move(pairs)}});
}

}  // namespace graze::studio
