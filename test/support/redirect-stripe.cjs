// Loaded before a program, or by a test, sends what is meant for Stripe to a server of the tests at STRIPE_PORT.
const http = require("node:http");
const https = require("node:https");

const { request } = https;
https.request = (options, ...more) =>
	options?.host === "api.stripe.com" && process.env.STRIPE_PORT
		? http.request(
				{ ...options, protocol: "http:", host: "127.0.0.1", port: process.env.STRIPE_PORT, agent: undefined },
				...more,
			)
		: request(options, ...more);
