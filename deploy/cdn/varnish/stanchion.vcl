vcl 4.1;

# The waiting room, or the balancer in front of several.
backend default {
    .host = "127.0.0.1";
    .port = "3001";
}

sub vcl_recv {
    # The line as everybody of a lane sees it, and files: the same for all. Everything else is for one visitor.
    if (req.method == "GET" && req.url ~ "^/(line/[^/]+/[^/]+/[0-9]+/line\.json|assets/[^?]+)(\?|$)") {
        unset req.http.Cookie;
        return (hash);
    }
    return (pass);
}

sub vcl_backend_response {
    # Nobody hears what the line was some seconds ago. While one asks, the others wait for the answer.
    set beresp.grace = 0s;
    set beresp.keep = 0s;
}
