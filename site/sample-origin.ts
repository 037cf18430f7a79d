/** Where code samples send their calls as they are built; the script of the site puts the reader's own address in its place. */
export const SAMPLE_ORIGIN = "https://packshot.example";
