/** A value that is usually available at once. Awaiting it even then would cost a promise and a microtask, which is noticeable on hot paths. */
export type MaybePromise<T> = T | Promise<T>;
