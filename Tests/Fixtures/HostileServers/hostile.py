"""A TLS server that answers each connection with one hostile behaviour: frames of HTTP/2, or a message of HTTP/1.1.

Usage: hostile.py CERTIFICATE KEY BEHAVIOUR [ALPN]. Prints its port. Without ALPN it offers h2 and http/1.1 and sends its
frames whatever the client chose. A behaviour ends when the client closes the connection.
"""

import socket
import ssl
import sys
import threading
import time

DATA, HEADERS, PRIORITY, RESET, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION = range(10)
END_STREAM, END_HEADERS, PADDED, ACK = 1, 4, 8, 1
STATUS_200 = b"\x88"
STATUS_103 = b"\x48\x03103"


def number(value, size=4):
    return value.to_bytes(size, "big")


def frame(kind, flags=0, stream=0, payload=b""):
    return number(len(payload), 3) + bytes([kind, flags]) + number(stream) + payload


def setting(name, value):
    return number(name, 2) + number(value)


def literal(name, value):
    return b"\x00" + bytes([len(name)]) + name + b"\x7f" + integer_rest(len(value) - 127) + value


def integer_rest(value):
    text = b""
    while value >= 128:
        text += bytes([value & 127 | 128])
        value >>= 7
    return text + bytes([value])


class Peer:
    def __init__(self, connection):
        self.connection = connection
        self.stream = 1

    def send(self, *parts):
        self.connection.sendall(b"".join(parts))

    def flood(self, *parts):
        """Sends the same octets until the client closes the connection."""
        piece = b"".join(parts)
        piece *= max(1, 65536 // len(piece))
        while True:
            self.connection.sendall(piece)

    def dribble(self, piece):
        while True:
            self.connection.sendall(piece)
            time.sleep(0.005)

    def silence(self):
        while self.connection.recv(65536):
            pass

    def head(self, flags=END_HEADERS, block=STATUS_200):
        self.send(frame(HEADERS, flags, 1, block))


def h2(behaviour, peer):
    field = literal(b"x", b"a" * 4000)
    match behaviour:
        case "empty-data": peer.head(); peer.flood(frame(DATA, 0, 1))
        case "padding-only": peer.head(); peer.flood(frame(DATA, PADDED, 1, b"\xff" + bytes(255)))
        case "empty-continuation": peer.head(0); peer.flood(frame(CONTINUATION, 0, 1))
        case "full-continuation": peer.head(0); peer.flood(frame(CONTINUATION, 0, 1, field))
        case "endless-headers": peer.head(0, STATUS_200 + field * 3); peer.flood(frame(CONTINUATION, 0, 1, field * 3))
        case "settings": peer.flood(frame(SETTINGS))
        case "settings-acks": peer.flood(frame(SETTINGS, ACK))
        case "window-settings": peer.flood(frame(SETTINGS, 0, 0, setting(4, 1)), frame(SETTINGS, 0, 0, setting(4, 65535)))
        case "table-settings": peer.flood(frame(SETTINGS, 0, 0, setting(1, 0)), frame(SETTINGS, 0, 0, setting(1, 4096)))
        case "pings": peer.flood(frame(PING, 0, 0, bytes(8)))
        case "ping-acks": peer.flood(frame(PING, ACK, 0, bytes(8)))
        case "window-updates": peer.flood(frame(WINDOW, 0, 1, number(1)), frame(WINDOW, 0, 0, number(1)))
        case "window-overflow": peer.send(frame(WINDOW, 0, 1, number(2**31 - 1)) * 2); peer.silence()
        case "zero-window": peer.send(frame(SETTINGS, 0, 0, setting(4, 0))); peer.silence()
        case "tiny-window":
            peer.send(frame(SETTINGS, 0, 0, setting(4, 0)))
            peer.dribble(frame(WINDOW, 0, 1, number(1)))
        case "priorities": peer.flood(frame(PRIORITY, 0, 3, number(0) + b"\x10"))
        case "self-dependency": peer.send(frame(PRIORITY, 0, 1, number(1) + b"\x10")); peer.silence()
        case "resets": peer.flood(frame(RESET, 0, 1, number(8)))
        case "refused": peer.send(frame(RESET, 0, 1, number(7))); peer.silence()
        case "internal-error": peer.send(frame(RESET, 0, 1, number(2))); peer.silence()
        case "goaways": peer.flood(frame(GOAWAY, 0, 0, number(2**31 - 1) + number(0)))
        case "goaway-silence": peer.send(frame(GOAWAY, 0, 0, number(1) + number(0))); peer.silence()
        case "pushes": peer.head(); peer.flood(frame(PUSH, END_HEADERS, 1, number(2) + b"\x82\x87\x84"))
        case "interim": peer.flood(frame(HEADERS, END_HEADERS, 1, STATUS_103))
        case "unknown-frames": peer.flood(frame(0xAA, 0, 1, bytes(16)))
        case "oversized-frame": peer.send(b"\xff\xff\xff\x00\x00\x00\x00\x00\x01"); peer.flood(bytes(16384))
        case "header-bomb":
            peer.send(frame(HEADERS, 0, 1, STATUS_200 + b"\x40\x01x\x7f" + integer_rest(3873) + b"a" * 4000))
            peer.flood(frame(CONTINUATION, 0, 1, b"\xbe" * 16000))
        case "endless-trailers": peer.head(); peer.send(frame(HEADERS, 0, 1)); peer.flood(frame(CONTINUATION, 0, 1, field))
        case "dribble": peer.head(); peer.dribble(frame(DATA, 0, 1, b" "))
        case "silence": peer.silence()
        case _: raise SystemExit(f"unknown behaviour {behaviour}")


def h1(behaviour, peer):
    head = b"HTTP/1.1 200 OK\r\n"
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n"
    match behaviour:
        case "h1-silence": peer.silence()
        case "h1-empty-lines": peer.flood(b"\r\n")
        case "h1-long-line": peer.send(head, b"X: "); peer.flood(b"a")
        case "h1-fields": peer.send(head); peer.flood(b"X: a\r\n")
        case "h1-empty-fields": peer.send(head); peer.flood(b":\r\n")
        case "h1-interim": peer.flood(b"HTTP/1.1 103 Early\r\n\r\n")
        case "h1-tiny-chunks": peer.send(chunked); peer.flood(b"1\r\n \r\n")
        case "h1-chunk-extension": peer.send(chunked, b"1;"); peer.flood(b"a")
        case "h1-chunk-size": peer.send(chunked); peer.flood(b"0")
        case "h1-trailers": peer.send(chunked, b"0\r\n"); peer.flood(b"X: a\r\n")
        case "h1-endless-body": peer.send(head, b"Connection: close\r\n\r\n"); peer.flood(b" ")
        case "h1-dribble": peer.send(head, b"Content-Length: 99999\r\n\r\n"); peer.dribble(b" ")
        case "h1-compressed":
            peer.send(head, b"Content-Encoding: gzip\r\nConnection: close\r\n\r\n")
            # Empty blocks of deflate: nothing is decoded, without end.
            peer.send(b"\x1f\x8b\x08\0\0\0\0\0\0\3")
            peer.flood(b"\0\0\0\xff\xff")
        case _: raise SystemExit(f"unknown behaviour {behaviour}")


def serve(connection, behaviour):
    try:
        connection.do_handshake()
        peer = Peer(connection)
        if behaviour.startswith("h1-"):
            connection.recv(65536)
            return h1(behaviour, peer)
        if behaviour not in ("zero-window", "tiny-window"):
            peer.send(frame(SETTINGS))
        if connection.selected_alpn_protocol() == "h2":
            request = b""
            # The preface, a SETTINGS frame and the first HEADERS frame are enough to answer.
            while len(request) < 120 and (more := connection.recv(65536)):
                request += more
        h2(behaviour, peer)
    except OSError:
        pass
    finally:
        connection.close()


def main():
    certificate, key, behaviour, *protocols = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.set_alpn_protocols(protocols or (["http/1.1"] if behaviour.startswith("h1-") else ["h2", "http/1.1"]))
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    while True:
        connection = context.wrap_socket(listener.accept()[0], server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=serve, args=(connection, behaviour), daemon=True).start()


main()
