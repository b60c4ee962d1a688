/** The window of the catalog: signing in, or the account's screens; palette and help over both. */

import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isIn } from '#machines/state.ts';
import { setTheme } from '../theme/theme.ts';
import { Notices } from '../ui/Notices.tsx';
import { Part } from '../ui/Part.tsx';
import { LoadingLine } from '../ui/states.tsx';
import { useCatalog } from './catalog.ts';
import { type CatalogCommand, useProvided } from './commands.ts';
import { SignScreen } from './SignScreen.tsx';

const Account = lazy(() => import('./Account.tsx'));
const loadSheet = () => import('./CommandSheet.tsx');
const CommandSheet = lazy(loadSheet);

/** Commands that work everywhere. */
function listGlobal(open: 'palette' | 'help' | null, setOpen: (open: 'palette' | 'help' | null) => void): CatalogCommand[] {
  const always = () => null;
  const themes = (['dark', 'light', 'system'] as const).map((theme) => ({
    id: `theme.${theme}`,
    title: `Use ${theme === 'system' ? 'the system’s' : `the ${theme}`} theme`,
    group: 'Window',
    getReason: always,
    run: () => setTheme(theme),
  }));
  return [
    {
      id: 'palette.open',
      title: 'Search commands',
      group: 'Window',
      keys: 'mod+k',
      isForDialog: true,
      getReason: always,
      run: () => setOpen(open === 'palette' ? null : 'palette'),
    },
    { id: 'help.open', title: 'Show keys', group: 'Window', keys: '?', getReason: always, run: () => setOpen('help') },
    ...themes,
  ];
}

/** The window. `onReady`: its commands are there, and keys that were pressed before can act. */
export function Root({ onReady }: { readonly onReady: () => void }) {
  const { sign } = useCatalog();
  const snapshot = useSelector(sign, (now) => now);
  const [sheet, setSheet] = useState<'palette' | 'help' | null>(null);
  useProvided('window', listGlobal(sheet, setSheet));
  useEffect(() => {
    onReady();
    // The palette is there by the time it is asked for: letters typed after its key are its own.
    void loadSheet().catch(() => undefined);
  }, [onReady]);
  const loading = <LoadingLine active />;
  return (
    <>
      {isIn(snapshot, 'signedIn') ? (
        <Part>
          <Suspense fallback={loading}>
            <Account />
          </Suspense>
        </Part>
      ) : (
        <SignScreen snapshot={snapshot} />
      )}
      {sheet === null ? null : (
        <Part>
          <Suspense fallback={loading}>
            <CommandSheet kind={sheet} onClose={() => setSheet(null)} />
          </Suspense>
        </Part>
      )}
      <Notices />
    </>
  );
}
