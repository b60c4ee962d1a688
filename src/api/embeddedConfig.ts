/** The configuration that the server puts into its pages. */
import type { ClientConfig } from '#contract/system/entities.ts';

/** Reads the configuration embedded in the page; null where it was not served by one of our servers, as in development. */
export function readEmbeddedConfig(): ClientConfig | null {
  const text = document.getElementById('client-config')?.textContent;
  // The server made it by the contract; a broken one would fail at its first use.
  return text ? (JSON.parse(text) as ClientConfig) : null;
}
