/** Written by `theme-css.ts` when the pages are built. */
declare module "virtual:theme.css";
