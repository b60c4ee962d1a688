/** The configuration by which a page begins: embedded by the server, or asked for. */
import { fromWire } from '#contract/core/wire.ts';
import type { ClientConfig } from '#contract/system/entities.ts';

const retryMs = 2_000;

async function read(fetchConfig: typeof fetch): Promise<ClientConfig> {
  const answer = await fetchConfig('/api/client-config', { credentials: 'same-origin' });
  if (!answer.ok) throw new Error('No response from the server');
  // The server made it by the contract; a broken one would fail at its first use.
  return fromWire(await answer.json()) as ClientConfig;
}

/** Starts with the configuration. Without a server there is nothing to draw: says so, and tries again by itself. */
export function startConfigured(start: (config: ClientConfig) => void, fetchConfig: typeof fetch): void {
  const embedded = document.getElementById('client-config')?.textContent;
  const retry = () => {
    const root = document.getElementById('root');
    if (root) root.textContent = 'Can’t reach the server. Retrying automatically.';
    setTimeout(ask, retryMs);
  };
  const ask = () => void read(fetchConfig).then(start, retry);
  if (embedded) start(JSON.parse(embedded) as ClientConfig);
  else ask();
}
