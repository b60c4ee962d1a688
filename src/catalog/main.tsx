/** The entry of the consumer catalog: puts it together and draws it. */
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { fromWire } from '#contract/core/wire.ts';
import type { ClientConfig } from '#contract/system/entities.ts';
import { readEmbeddedConfig } from '../api/embeddedConfig.ts';
import { listenToKeys } from '../keys/listener.ts';
import { startTheme } from '../theme/index.ts';
import { notices } from '../ui/notices.ts';
import { CatalogProvider, createCatalog } from './catalog.ts';
import { CommandsProvider } from './commands.ts';
import { createKeys } from './keys.ts';
import { Root } from './Root.tsx';

startTheme();
const release = listenToKeys();

function start(config: ClientConfig): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  const catalog = createCatalog(config);
  const { press } = createKeys({ commands: catalog.commands, notify: (message) => notices.notify({ tone: 'info', message }) });
  const onReady = () => release({ press, hold: press });
  createRoot(root).render(
    <StrictMode>
      <CatalogProvider value={catalog}>
        <QueryClientProvider client={catalog.queries}>
          <CommandsProvider value={catalog.commands}>
            <Root onReady={onReady} />
          </CommandsProvider>
        </QueryClientProvider>
      </CatalogProvider>
    </StrictMode>,
  );
}

async function readConfig(): Promise<ClientConfig> {
  const answer = await fetch('/api/client-config', { credentials: 'same-origin' });
  if (!answer.ok) throw new Error('No response from the server');
  return fromWire(await answer.json()) as ClientConfig;
}

/** Without a server there is nothing to draw: says so, and tries again by itself. */
function scheduleRetry(): void {
  const root = document.getElementById('root');
  if (root) root.textContent = 'Can’t reach the server. Retrying automatically.';
  setTimeout(() => void readConfig().then(start, scheduleRetry), 2_000);
}

const embeddedConfig = readEmbeddedConfig();
if (embeddedConfig) start(embeddedConfig);
else void readConfig().then(start, scheduleRetry);
