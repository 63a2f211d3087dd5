// The site behind the connector, for the test of the guide.
import { createServer } from "node:http";

createServer((request, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(`<!doctype html><title>Shop</title><h1>You are in</h1><p>${request.url}</p>`);
}).listen(8000, "127.0.0.1");
