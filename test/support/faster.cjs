// Loaded before a program, makes its time pass as many times as fast as TIMES_AS_FAST says: it does in seconds what it does in a day.
const timers = require("node:timers/promises");

const factor = Number(process.env.TIMES_AS_FAST);
const { now } = Date;
const startedAt = now();
Date.now = () => startedAt + Math.floor((now() - startedAt) * factor);
const { setTimeout: sleep } = timers;
timers.setTimeout = (milliseconds, ...more) => sleep(milliseconds / factor, ...more);
