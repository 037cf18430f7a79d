/**
 * Environment of a process that goes through many large files: glibc returns large allocations as soon as they are freed. By default it keeps ever larger
 * ones for reuse, a hundred megabytes in all.
 */
export const returningMemory = { MALLOC_MMAP_THRESHOLD_: "131072" };
