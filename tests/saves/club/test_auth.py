"""Which key is whose, what it may do, and who is notified, in both databases."""

import threading

import pytest

from saves.club.auth import Authenticator, KeyStatus
from saves.club.errors import ClubRefusedError
from saves.club.events import MemberSatDown, new_id
from saves.club.membership import take_name
from saves.club.poller import ChangePoller
from saves.club.store import Club, MemberLimits
from tests.saves.club.tables import terms


def test_a_key_joins_once_and_a_name_is_taken_once(club: Club) -> None:
    entrance = Authenticator(club)
    assert entrance.key_status("key", "Anna") == KeyStatus("", False, False)
    assert entrance.join("Anna", "key") == "Anna"
    assert entrance.key_status("key", "whoever") == KeyStatus("Anna", False, False)
    assert entrance.key_status("other", "ANNA") == KeyStatus("", False, True)
    for name, key in (("anna", "other"), ("boris", "key")):
        with pytest.raises(ClubRefusedError):
            entrance.join(name, key)
    assert [member.name for member in club.members()] == ["Anna"]


def test_of_two_who_join_by_one_name_one_does(club: Club, address: str) -> None:
    outcomes: list[str] = []

    def join(key: str) -> None:
        with Club.open(address) as mine:
            try:
                outcomes.append(Authenticator(mine).join("anna", key))
            except ClubRefusedError:
                outcomes.append("")

    threads = [threading.Thread(target=join, args=(f"key {number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["", "", "", "anna"]
    (member,) = club.members()
    assert len(member.keys) == 1


def test_a_word_gives_a_key_once_and_not_for_ever(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    entrance = Authenticator(club)
    entrance.join("anna", "key")
    words = [entrance.new_link_code("anna") for _ in range(20)]
    assert len(set(words)) == 20 and all(len(word.replace("-", "")) == 16 for word in words)
    word = words.pop()
    assert entrance.use_link_code(f" {word.upper()} ", "laptop") == "anna"
    with pytest.raises(ClubRefusedError, match="This link code does not work"):
        entrance.use_link_code(word, "stranger")
    with pytest.raises(ClubRefusedError, match="already belongs to a member"):
        entrance.use_link_code(words.pop(), "laptop")
    monkeypatch.setattr("saves.club.auth.LINK_SECONDS", 0.0)
    with pytest.raises(ClubRefusedError, match="This link code does not work"):
        entrance.use_link_code(entrance.new_link_code("anna"), "late")
    stored = club.query("SELECT digest FROM club_links")
    assert not any(word.replace("-", "") in str(row) for row in stored for word in words), "a word is kept"
    entrance.remove_key("anna", "key")
    with pytest.raises(ClubRefusedError, match="only key"):
        entrance.remove_key("anna", "laptop")


def test_whoever_is_dismissed_is_barred_until_the_keeper_gives_the_key_again(club: Club) -> None:
    entrance = Authenticator(club)
    entrance.join("anna", "key")
    word = entrance.new_link_code("anna")
    club.dismiss("anna")
    assert entrance.dismissed() == {"anna"}
    assert entrance.key_status("key", "eve") == KeyStatus("", True, False)
    for refused in (lambda: entrance.join("eve", "key"), lambda: entrance.use_link_code(word, "new")):
        with pytest.raises(ClubRefusedError):
            refused()
    club.admit("anna", "key")
    assert entrance.key_status("key", "eve") == KeyStatus("anna", False, False)
    with pytest.raises(ClubRefusedError, match="This link code does not work"):
        entrance.use_link_code(word, "new")


def test_a_folder_is_random_and_stays(club: Club) -> None:
    entrance = Authenticator(club)
    for name in ("anna", "boris"):
        entrance.join(name, f"key of {name}")
    assert entrance.folder("anna") == entrance.folder("ANNA") != entrance.folder("boris")
    assert len(entrance.folder("boris")) == 32


def test_a_door_limits_tables_and_logs(address: str) -> None:
    with Club.open(address, limits=MemberLimits(tables=2, lines=1)) as club:
        first = club.new_table(terms("mezen", "anna", "boris"))
        club.new_table(terms("mezen", "anna", "boris"))
        with pytest.raises(ClubRefusedError, match="seat at 2 tables"):
            club.new_table(terms("mezen", "anna", "vera"))
        assert club.append(first, 0, MemberSatDown(new_id(), 1), "boris")
        with pytest.raises(ClubRefusedError, match=f"log of table {first} is full"):
            club.append(first, 1, MemberSatDown(new_id(), 1), "boris")


def test_the_belfry_tells_which_table_has_news(club: Club, address: str) -> None:
    tables = [club.new_table(terms("mezen", "anna", "boris")) for _ in range(3)]
    belfry = ChangePoller(club)
    with Club.open(address) as other:
        for name in (*tables[:2], ""):
            belfry.add(name)
        assert sorted(_news(belfry, 3)) == sorted(["", *tables[:2]]), "what is there counts as news once"
        other.talk.add(tables[2], "anna", "unheard", new_id())
        assert other.append(tables[0], 0, MemberSatDown(new_id(), 1), "boris")
        assert _news(belfry, 1) == [tables[0]]
        other.talk.add(tables[1], "anna", "hello", new_id())
        assert _news(belfry, 1) == [tables[1]]
        belfry.remove(tables[1])
        other.talk.add(tables[1], "anna", "hello", new_id())
        other.new_table(terms("mezen", "vera", "boris"))
        assert _news(belfry, 1) == [""]
        assert belfry.wait(0.2) == []
    belfry.close()


def _news(belfry: ChangePoller, many: int) -> list[str]:
    """So many pieces of news, in at most so many looks."""
    found: list[str] = []
    for _ in range(20):
        found += belfry.wait(1.0)
        if len(found) >= many:
            break
    return found


@pytest.mark.parametrize(
    ("name", "why"),
    {
        "\u1160": "invisible",
        "a\u3164nna": "one script",
        "\u1160\u115f": "invisible",
        "соре": "looks like",
        "СОРЕ": "looks like",
        "root": "the server itself",
        "Operator": "the server itself",
        "join-k4mz2abc": "the server itself",
        "Journeyman": "what bots are called",
        "fit": "what bots are called",
    }.items(),
)
def test_nobody_new_gets_a_name_that_deceives(club: Club, name: str, why: str) -> None:
    club.admit("cope")
    entrance = Authenticator(club)
    for join in (lambda: entrance.join(name, "key"), lambda: club.admit(name), lambda: club.enter(name)):
        with pytest.raises(ClubRefusedError, match=why):
            join()
    assert why in entrance.name_refusal(name)
    assert [member.name for member in club.members()] == ["cope"]


def test_names_that_only_resemble_are_given(club: Club) -> None:
    for name in ("cope", "вова", "сорен", "Ольга", "αβγδ", "joint", "clubs"):
        assert club.admit(name) == name


def test_whoever_has_such_a_name_keeps_it(club: Club) -> None:
    for name in ("root", "join-x", "cope", "соре", "apprentice"):  # as an older Samovar made them
        with club.transaction() as transaction:
            transaction.run("INSERT INTO club_members (id, name, joined) VALUES (?, ?, 1)", f"@{name}", name)
            take_name(transaction, f"@{name}", name)
    for name in ("root", "join-x", "cope", "соре", "apprentice"):
        assert club.enter(name) == club.admit(name, f"key of {name}") == name


def test_a_member_has_only_so_many_keys(address: str) -> None:
    with Club.open(address, limits=MemberLimits(keys=2)) as club:
        entrance = Authenticator(club)
        entrance.join("anna", "first")
        word = entrance.new_link_code("anna")
        newer = entrance.new_link_code("anna")
        with pytest.raises(ClubRefusedError, match="a newer one has replaced it"):
            entrance.use_link_code(word, "second")
        entrance.use_link_code(newer, "second")
        with pytest.raises(ClubRefusedError, match="2 keys are enough"):
            entrance.new_link_code("anna")
        club.admit("anna", "third")  # the operator's
        words = [entrance.new_link_code("anna", by_operator=True) for _ in range(2)]
        with pytest.raises(ClubRefusedError, match="a newer one has replaced it"):
            entrance.use_link_code(words[0], "fourth")
        assert entrance.use_link_code(words[1], "fourth") == "anna", "all the others may be lost"
        with pytest.raises(ClubRefusedError, match="has been used"):
            entrance.use_link_code(words[1], "fifth")
        assert len(club.member("anna").keys) == 4  # type: ignore[union-attr]


def test_talk_has_few_marks_on_a_letter(club: Club) -> None:
    club.admit("anna")
    table = club.new_table(terms("mezen", "anna", "boris"))
    club.talk.add(table, "anna", "z" + "\u0301" * 100 + "ё" + "e\u0308\u0301", new_id())
    (message,) = club.talk.messages(table)
    assert message.words == "z" + "\u0301" * 3 + "ё" + "e\u0308\u0301"
