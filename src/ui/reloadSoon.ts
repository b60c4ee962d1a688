/** Code that cannot be had: the files have changed beneath this page, or the server is gone for a moment. */

/** Loads the page again in 2 s, as soon as there is a network: nothing can be done without the code, not even telling. */
export const reloadSoon = (): void =>
  void setTimeout(() => {
    if (navigator.onLine) window.location.reload();
    else window.addEventListener('online', () => window.location.reload(), { once: true });
  }, 2_000);
