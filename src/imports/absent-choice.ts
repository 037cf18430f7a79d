/** What becomes of products that an earlier delivery had and the present one lacks. */
export const ABSENT_CHOICES = ["leave", "mark", "remove"] as const;
export type AbsentChoice = (typeof ABSENT_CHOICES)[number];
