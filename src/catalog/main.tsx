/** The entry of the consumer catalog: puts it together and draws it. */
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ClientConfig } from '#contract/system/entities.ts';
import { startConfigured } from '../api/clientConfig.ts';
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

startConfigured(start, (...given) => window.fetch(...given));
