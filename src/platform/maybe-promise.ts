/** What is mostly known at once. Awaiting it then would cost a promise and a turn of the microtask queue, which hot paths notice. */
export type MaybePromise<T> = T | Promise<T>;
