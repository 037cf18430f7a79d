// Loaded before a program, or by a test, sends what is meant for Stripe to a server of the tests at STRIPE_PORT. What a program does every few seconds it
// does as many times as often as LOOKS_AS_OFTEN says.
const http = require("node:http");
const https = require("node:https");

const timers = require("node:timers/promises");

const factor = Number(process.env.LOOKS_AS_OFTEN ?? 1);
const { setTimeout: sleep } = timers;
if (factor !== 1) timers.setTimeout = (milliseconds, ...more) => sleep(milliseconds / factor, ...more);

const { request } = https;
https.request = (options, ...more) =>
	options?.host === "api.stripe.com" && process.env.STRIPE_PORT
		? http.request(
				{ ...options, protocol: "http:", host: "127.0.0.1", port: process.env.STRIPE_PORT, agent: undefined },
				...more,
			)
		: request(options, ...more);
