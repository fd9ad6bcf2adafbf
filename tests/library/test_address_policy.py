"""Addresses named by a page are rejected if they are private, local or reserved."""

import pytest

from jingdu.net import FetchError
from jingdu.net.address_policy import is_public, parse, referer

PUBLIC = ["93.184.216.34", "1.1.1.1", "172.15.0.1", "172.32.0.1", "100.63.0.1", "192.0.1.1", "223.255.255.255",
          "2606:4700::1111", "2001:4860:4860::8888", "2400:3200::1", "::ffff:1.1.1.1", "64:ff9b::101:101",
          "2002:101:101::1", "2606:4700::5efe:101:101", "2606:4700::200:5efe:101:101",
          "2606:4700::1:5efe:7f00:1"]  # fmt: skip
NOT_PUBLIC = ["0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1",
              "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1",
              "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1",
              "239.255.255.250", "240.0.0.1", "255.255.255.255",
              "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe",
              "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1",
              "2001:0:7f00:1::", "2001:db8::1", "2001:10::1", "2001:20::1", "2002:7f00:1::1", "2002:a00:1::",
              "3fff::1", "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "2606:4700::1%eth0",
              "2606:4700::5efe:7f00:1", "2606:4700::200:5efe:10.0.0.1", "2606:4700::0:5efe:192.168.1.1",
              "2400:cb00:1:2:200:5efe:a9fe:a9fe", "::5efe:7f00:1", "2002:101:101::5efe:a00:1",
              "fec0::1", "ff02::1", "ff0e::1", "4000::1", "localhost", "", "127.1", "0x7f000001"]  # fmt: skip


def test_only_public_addresses_are_allowed() -> None:
    assert [address for address in PUBLIC if not is_public(address)] == []
    assert [address for address in NOT_PUBLIC if is_public(address)] == []


def test_fake_ip_addresses_of_proxies_need_the_setting() -> None:
    for address in ("198.18.0.1", "198.19.255.255", "::ffff:198.18.3.4", "64:ff9b::c612:1"):
        assert (is_public(address), is_public(address, fake=True)) == (False, True), address
    assert not is_public("10.0.0.1", fake=True)


HOSTS = {
    "decimal": ("http://2130706433/", "127.0.0.1"),
    "octal": ("http://0177.0.0.1/", "127.0.0.1"),
    "hex": ("http://0x7f.0.0.1/", "127.0.0.1"),
    "one hex number": ("http://0x7F000001/", "127.0.0.1"),
    "two parts": ("http://127.1/", "127.0.0.1"),
    "three parts": ("http://10.1.513/", "10.1.2.1"),
    "empty hex": ("http://0x/", "0.0.0.0"),
    "trailing dot": ("http://127.0.0.1./", "127.0.0.1"),
    "fullwidth digits": ("http://１２７.0.0.1/", "127.0.0.1"),
    "fullwidth dots": ("http://127。0。0。1/", "127.0.0.1"),
    "IPv6": ("http://[::FFFF:7F00:1]/", "::ffff:7f00:1"),
    "user info": ("http://example.org@127.0.0.1/", "127.0.0.1"),
    "embedded tab": ("http://127.0\t.0.1/", "127.0.0.1"),
    "host name": ("http://Example.ORG/", "example.org"),
    "numeric label": ("http://4.example/", "4.example"),
}


def test_hosts_are_parsed_as_browsers_do() -> None:
    assert {name: parse(address).host for name, (address, _) in HOSTS.items()} == {
        name: host for name, (_, host) in HOSTS.items()
    }


REJECTED = ["file:///etc/passwd", "ftp://example.org/a.png", "data:image/png;base64,AA", "javascript:alert(1)",
           "blob:https://example.org/1", "//example.org/a.png", "a.png", "", "http://", "http:///a.png",
           "http://256.256.256.256/", "http://1.2.3.4.5/", "http://0x100000000/", "http://09/", "http://1.2.3.08/",
           "http://[::1/", "http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/", "http://127%2e0.0.1/",
           "http://exa mple.org/", "http://example.org:99999/", "http://example.org:-1/", "http://example.org:22/",
           "http://example.org:6667/", "http://a" + "b" * 9000, "gopher://127.0.0.1:70/_x",
           "http://example.org\\@127.0.0.1/"]  # fmt: skip


@pytest.mark.parametrize("address", REJECTED)
def test_unsupported_addresses_are_rejected(address: str) -> None:
    with pytest.raises(FetchError) as rejected:
        parse(address)
    assert rejected.value.reason == "address"


def test_request_lines_cannot_be_injected() -> None:
    assert str(parse("http://example.org/a\r\nHost: b\x00c d?q=\x7f净")) == (
        "http://example.org/aHost:%20b%00c%20d?q=%7F%E5%87%80"
    )


REFERERS = {
    "same site": ("https://a.example/story?key=1#x", "https://a.example/p.png", "https://a.example/story?key=1"),
    "another site": ("https://a.example/story?key=1", "https://b.example/p.png", "https://a.example/"),
    "another port": ("https://a.example/story", "https://a.example:8443/p.png", "https://a.example/"),
    "from https to http": ("https://a.example/story", "http://a.example/p.png", None),
    "from http to https": ("http://a.example/story", "https://a.example/p.png", "http://a.example/"),
    "password": ("https://u:p@a.example/story", "https://a.example/p.png", "https://a.example/story"),
    "file": ("file:///home/me/page.html", "https://a.example/p.png", None),
    "no page": (None, "https://a.example/p.png", None),
}


def test_referer_matches_that_of_browsers() -> None:
    for name, (page, target, result) in REFERERS.items():
        assert referer(page, parse(target)) == result, name
