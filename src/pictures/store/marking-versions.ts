/**
 * Incremented when the cells of a format are chosen so differently that stored pictures are worth reprocessing. PNG 2: no shifts where
 * they would show up in an enlarged gradient.
 */
export const markingVersions = { "image/jpeg": 1, "image/png": 2 } as const;
