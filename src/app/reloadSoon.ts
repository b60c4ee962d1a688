/** Code that cannot be had: the files have changed beneath this page, or the server is gone for a moment. */

/** Loads the page again in 2 s: nothing can be done without the code, not even telling. */
export const reloadSoon = (): void => void setTimeout(() => window.location.reload(), 2_000);
