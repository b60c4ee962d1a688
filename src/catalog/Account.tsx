/** The account's screens: places on the left, the screen, and the keys of the moment below. */
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { navigate, usePathname } from 'wouter/use-browser-location';
import { useStore } from '../store/store.ts';
import { Button } from '../ui/Button.tsx';
import { KeyCaps, KeyHint } from '../ui/KeyCaps.tsx';
import css from './Catalog.module.css';
import { useCatalog } from './catalog.ts';
import { type CatalogCommand, useCommandStore, useProvided } from './commands.ts';
import { numbersQuery, offersQuery, usageQuery } from './data.ts';
import { createAccountFlows, FlowsProvider } from './flows.ts';
import { type Connection, followAccount } from './live.ts';
import { findPlace, places } from './places.ts';
import { screens } from './screens.ts';

const always = () => null;
const maxHints = 7;

/** The keys that matter here and now: those of the screen, then the way to all others. */
function Hints() {
  const store = useCommandStore();
  const commands = useStore({ get: store.list, subscribe: store.subscribe });
  const hints = commands.flatMap(({ id, keys, hint, getReason }) => (hint === undefined || getReason() !== null ? [] : [{ id, keys, hint }]));
  return (
    <span className={css.hints}>
      {hints.slice(0, maxHints).map(({ id, keys, hint }) => (
        <KeyHint key={id} keys={keys}>
          {hint}
        </KeyHint>
      ))}
      <KeyHint keys="?">all shortcuts</KeyHint>
    </span>
  );
}

const states: Readonly<Record<Connection, string>> = { connecting: 'Connecting…', live: 'Live', away: 'Offline' };

/** The use of this month, as it changes. */
function UsageLine({ connection }: { connection: Connection }) {
  const { data } = useQuery(usageQuery(useCatalog()));
  return (
    <span data-usage>
      {data ? `${data.activeNumbers} active · ${data.inactiveNumbers} inactive · ${data.numberDays} number days this month · ` : ''}
      {states[connection]}
    </span>
  );
}

/** Reads numbers and offers, and tells the flows. */
function useAccountFlows() {
  const catalog = useCatalog();
  const [flows] = useState(() => createAccountFlows(catalog));
  const numbers = useQuery(numbersQuery(catalog));
  const offers = useQuery(offersQuery(catalog));
  useEffect(() => {
    if (numbers.data && offers.data) flows.read(numbers.data.data, offers.data.data);
  }, [flows, numbers.data, offers.data]);
  return flows;
}

/** Hears the account's channel. */
function useConnection(): Connection {
  const catalog = useCatalog();
  const accountId = useSelector(catalog.sign, ({ context }) => context.session?.accountId ?? null);
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    if (accountId === null) return;
    let stop: (() => void) | null = null;
    let isOver = false;
    followAccount(catalog, accountId, (state) => {
      if (!isOver) setConnection(state);
    }).then(
      (end) => {
        if (isOver) end();
        else stop = end;
      },
      () => setConnection('away'),
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [catalog, accountId]);
  return connection;
}

/** The screens of who is signed in. */
export default function Account() {
  const { config, signOut } = useCatalog();
  const path = usePathname();
  const place = findPlace(path);
  const flows = useAccountFlows();
  const connection = useConnection();
  const store = useCommandStore();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${place.title} · ${config.name}`;
    // In a narrow window the places are scrolled sideways.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [place, config]);
  const goTo = places.map(
    ({ id, title, path: to, keys }): CatalogCommand => ({
      id: `go.${id}`,
      title: `Go to ${title}`,
      group: 'Go to',
      keys,
      getReason: always,
      run: () => navigate(to),
    }),
  );
  useProvided('account', [...goTo, { id: 'session.leave', title: 'Sign out', group: 'Go to', getReason: always, run: signOut }]);
  const Screen = screens[place.id];
  return (
    <FlowsProvider value={flows}>
      <div className={css.shell}>
        <header className={css.top}>
          <span aria-hidden className={css.mark}>
            {config.name.charAt(0)}
          </span>
          <span className={css.name}>{config.name} numbers</span>
          <span className={css.spacer} />
          <Button
            look="quiet"
            icon="search"
            keys="mod+k"
            onClick={() =>
              store
                .list()
                .find(({ id }) => id === 'palette.open')
                ?.run()
            }
          >
            Commands
          </Button>
        </header>
        <nav ref={nav} className={css.nav} aria-label="Places">
          {places.map(({ id, title, path: to, keys }) => (
            <a
              key={id}
              className={css.place}
              href={to}
              aria-current={id === place.id ? 'page' : undefined}
              onClick={(event) => {
                event.preventDefault();
                navigate(to);
              }}
            >
              {title}
              <KeyCaps keys={keys} hidden />
            </a>
          ))}
        </nav>
        <main className={css.main} data-screen={place.id}>
          <Screen key={place.id} />
        </main>
        <footer className={css.bottom}>
          <Hints />
          <span className={css.spacer} />
          <UsageLine connection={connection} />
        </footer>
      </div>
    </FlowsProvider>
  );
}
