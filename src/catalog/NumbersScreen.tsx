/** The numbers of the account and those that are offered: chosen as one set, reviewed, then activated. */
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { removalDays } from '#contract/catalog/limits.ts';
import type { RouteReply } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { type ActivationSnapshot, getReason, type UserEvent } from '#machines/catalogActivation/index.ts';
import * as catalogNumber from '#machines/catalogNumber/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { toPlainError } from '../api/errors.ts';
import { StatusMessage } from '../features/auth/AuthPage.tsx';
import { Button } from '../ui/Button.tsx';
import { TextInput } from '../ui/inputs.tsx';
import { EmptyState, ErrorState, LoadingLine } from '../ui/states.tsx';
import css from './Catalog.module.css';
import { useCatalog } from './catalog.ts';
import { type CatalogCommand, useProvided } from './commands.ts';
import { keys, numbersQuery, offersQuery } from './data.ts';
import { useFlows } from './flows.ts';
import { NumberRows } from './NumberRows.tsx';
import { ActivationReview, ReleaseReview } from './Reviews.tsx';
import { useWork } from './useWork.ts';

const dayMs = 86_400_000;
const group = 'Numbers';

/** The row that commands act on: the one that had the keyboard last, as long as it is there. */
function useCursor(ids: readonly number[]) {
  const [pointed, point] = useState<number | null>(null);
  const cursor = pointed !== null && ids.includes(pointed) ? pointed : (ids[0] ?? null);
  const move = (step: number) => {
    const at = cursor === null ? -1 : ids.indexOf(cursor);
    const next = ids[Math.min(ids.length - 1, Math.max(0, at + step))];
    if (next === undefined) return;
    point(next);
    document.getElementById(`number-${next}`)?.focus();
  };
  return { cursor, point, move };
}

/** Offers: another set, one more, one in place of one. */
function useOffers(cursor: number | null, isOffered: boolean, areaCode: string) {
  const { api, caller, queries } = useCatalog();
  const { busy, getReason: getBusyReason, run } = useWork();
  const area = areaCode.trim() === '' ? {} : { areaCode: areaCode.trim() };
  const load = (call: () => Promise<RouteReply<typeof routes.catalog.offers>>) =>
    run(async () => {
      const offers = await call();
      queries.setQueryData(keys.offers, offers);
    });
  const notOffered = () => getBusyReason() ?? (isOffered ? null : 'Move to an offered number first');
  const commands: CatalogCommand[] = [
    {
      id: 'offers.random',
      title: 'Show other numbers',
      hint: 'others',
      group,
      keys: ']',
      getReason: getBusyReason,
      run: () => load(() => api.call('catalog.random', { ...caller(), query: area })),
    },
    {
      id: 'offers.add',
      title: 'Offer one more number',
      hint: 'one more',
      group,
      keys: 'c',
      getReason: getBusyReason,
      run: () => load(() => api.call('catalog.add', { ...caller(), body: area })),
    },
    {
      id: 'offers.replace',
      title: 'Replace this number',
      hint: 'replace',
      group,
      keys: 'e',
      getReason: notOffered,
      run: () => {
        if (cursor !== null) load(() => api.call('catalog.replace', { ...caller(), body: { id: cursor, ...area } }));
      },
    },
  ];
  return { busy, commands };
}

/** Commands of the number with the cursor, as its flow accepts them. */
function useNumberCommands(cursor: number | null, onReleasing: (id: number) => void): CatalogCommand[] {
  const flows = useFlows();
  const make = (id: string, title: string, hint: string, type: 'number.kept' | 'number.released', bound: string, then?: () => void): CatalogCommand => ({
    id,
    title,
    hint,
    group,
    keys: bound,
    getReason: () => {
      const flow = cursor === null ? undefined : flows.getNumber(cursor);
      return flow ? catalogNumber.getReason(flow.getSnapshot(), type) : 'Move to one of your numbers first';
    },
    run: () => {
      if (cursor === null) return;
      flows.getNumber(cursor)?.send({ type });
      then?.();
    },
  });
  return [
    make('numbers.keep', 'Keep this number', 'keep', 'number.kept', 'z'),
    make('numbers.release', 'Delete this number', 'delete', 'number.released', '#', () => cursor !== null && onReleasing(cursor)),
  ];
}

function useActivationCommands(): CatalogCommand[] {
  const { activation } = useFlows();
  const make = (id: string, title: string, hint: string, bound: string, event: () => UserEvent): CatalogCommand => ({
    id,
    title,
    hint,
    group,
    keys: bound,
    getReason: () => getReason(activation.getSnapshot(), event()),
    run: () => activation.send(event()),
  });
  const removalAt = () => new Date(Date.now() + removalDays * dayMs).toISOString();
  if (isIn(activation.getSnapshot(), 'reviewing'))
    return [
      make('set.confirm', 'Confirm', 'confirm', 'mod+enter', () => ({ type: 'set.confirmed' })),
      make('set.leave', 'Go back', 'back', 'escape', () => ({ type: 'review.left' })),
    ];
  return [make('set.review', 'Review the choice', 'review', 'mod+enter', () => ({ type: 'set.reviewed', removalAt: removalAt() }))];
}

/** A number that is about to be given back; its own screen until that is decided. */
function Release({ id, onDone }: { id: number; onDone: () => void }) {
  const flow = useFlows().getNumber(id);
  const isThere = flow !== undefined;
  // Deleted elsewhere meanwhile, with its flow.
  useEffect(() => {
    if (!isThere) onDone();
  }, [isThere, onDone]);
  if (!flow) return null;
  return <ReleasePanel flow={flow} onDone={onDone} />;
}

function ReleasePanel({ flow, onDone }: { flow: NonNullable<ReturnType<ReturnType<typeof useFlows>['getNumber']>>; onDone: () => void }) {
  const snapshot = useSelector(flow, (now) => now);
  const isOpen = isIn(snapshot, 'confirming', 'releasing');
  useEffect(() => {
    if (!isOpen) onDone();
  }, [isOpen, onDone]);
  const make = (id: string, title: string, hint: string, bound: string, type: 'release.confirmed' | 'release.left'): CatalogCommand => ({
    id,
    title,
    hint,
    group,
    keys: bound,
    getReason: () => catalogNumber.getReason(flow.getSnapshot(), type),
    run: () => flow.send({ type }),
  });
  const [confirm, leave] = [
    make('release.confirm', 'Delete number', 'delete', 'mod+enter', 'release.confirmed'),
    make('release.leave', 'Go back', 'back', 'escape', 'release.left'),
  ];
  useProvided('numbers', [confirm, leave]);
  return <ReleaseReview snapshot={snapshot} onConfirm={confirm.run} onLeave={leave.run} />;
}

/** Refusals of the flow of the number with the cursor. */
function NumberError({ id }: { id: number }) {
  const flow = useFlows().getNumber(id);
  return flow ? <NumberErrorText flow={flow} /> : null;
}
function NumberErrorText({ flow }: { flow: NonNullable<ReturnType<ReturnType<typeof useFlows>['getNumber']>> }) {
  const error = useSelector(flow, ({ context }) => context.error);
  return (
    <StatusMessage tone="red" icon="warning">
      {error?.message}
    </StatusMessage>
  );
}

function Choice({ snapshot, onReleasing }: { snapshot: ActivationSnapshot; onReleasing: (id: number) => void }) {
  const { activation } = useFlows();
  const { numbers, offers, chosen, error } = snapshot.context;
  const [areaCode, setAreaCode] = useState('');
  const area = useRef<HTMLInputElement>(null);
  const ids = [...numbers, ...offers].map(({ id }) => id);
  const { cursor, point, move } = useCursor(ids);
  const isOffered = offers.some(({ id }) => id === cursor);
  const { busy, commands } = useOffers(cursor, isOffered, areaCode);
  const toggle = (id: number) => activation.send({ type: 'number.toggled', id });
  const noRows = () => (ids.length === 0 ? 'There are no numbers here' : null);
  useProvided('numbers', [
    {
      id: 'numbers.toggle',
      title: 'Choose or leave out',
      hint: 'choose',
      group,
      keys: 'x',
      moreKeys: ['space'],
      getReason: () => noRows() ?? (cursor === null ? noRows() : getReason(activation.getSnapshot(), { type: 'number.toggled', id: cursor })),
      run: () => cursor !== null && toggle(cursor),
    },
    ...useActivationCommands(),
    ...commands,
    ...useNumberCommands(cursor, onReleasing),
    { id: 'offers.area', title: 'Set the area code', hint: 'area code', group, keys: '/', getReason: () => null, run: () => area.current?.focus() },
    { id: 'numbers.next', title: 'Next number', group, keys: 'j', moreKeys: ['arrowdown'], getReason: noRows, run: () => move(1) },
    { id: 'numbers.previous', title: 'Previous number', group, keys: 'k', moreKeys: ['arrowup'], getReason: noRows, run: () => move(-1) },
  ]);
  const [random, add] = commands;
  return (
    <>
      <div className={css.tools}>
        <form
          className={css.area}
          onSubmit={(event) => {
            event.preventDefault();
            random?.run();
            area.current?.blur();
          }}
        >
          <TextInput
            ref={area}
            aria-label="Area code"
            placeholder="Area code"
            inputMode="numeric"
            mono
            maxLength={3}
            keys="/"
            value={areaCode}
            onChange={({ target }) => setAreaCode(target.value)}
          />
        </form>
        <Button keys="]" busy={busy} onClick={random?.run}>
          {offers.length === 0 ? 'Show numbers' : 'Show others'}
        </Button>
        <Button keys="c" busy={busy} onClick={add?.run}>
          Offer one more
        </Button>
      </div>
      <StatusMessage tone="red" icon="warning">
        {error?.message}
      </StatusMessage>
      {cursor === null ? null : <NumberError key={cursor} id={cursor} />}
      {ids.length === 0 ? (
        <EmptyState icon="phone" action={{ title: 'Show numbers', keys: ']', onAct: () => random?.run() }}>
          You have no numbers yet
        </EmptyState>
      ) : (
        <NumberRows numbers={numbers} offers={offers} chosen={chosen} cursor={cursor} onPoint={point} onToggle={toggle} />
      )}
    </>
  );
}

/** The screen. */
export default function NumbersScreen() {
  const catalog = useCatalog();
  const { activation } = useFlows();
  const snapshot = useSelector(activation, (now) => now);
  const numbers = useQuery(numbersQuery(catalog));
  const offers = useQuery(offersQuery(catalog));
  const [releasing, setReleasing] = useState<number | null>(null);
  const failed = numbers.error ?? offers.error;
  const isReviewing = isIn(snapshot, 'reviewing', 'activating');
  const reload = () => void catalog.queries.invalidateQueries({ queryKey: keys.all });
  const { chosen } = snapshot.context;
  const review = useActivationCommands();
  return (
    <>
      <div className={css.head}>
        <h1>Numbers</h1>
        <span className={css.about}>{chosen.length === 0 ? 'None chosen' : `${chosen.length} chosen`}</span>
        <span className={css.spacer} />
        {isReviewing || releasing !== null ? null : (
          <Button look="primary" keys="mod+enter" disabled={getReason(snapshot, 'set.reviewed') !== null} onClick={review[0]?.run}>
            Review
          </Button>
        )}
      </div>
      <LoadingLine active={numbers.isFetching || offers.isFetching || isIn(snapshot, 'activating')} />
      <div className={css.body} data-flow="catalogActivation" data-state={getStateName(snapshot)}>
        {failed && !(numbers.data && offers.data) ? (
          <ErrorState action={{ title: 'Try again', onAct: reload }}>{toPlainError(failed).message}</ErrorState>
        ) : !(numbers.data && offers.data) ? null : isIn(snapshot, 'reviewing') ? (
          <ReviewPanel snapshot={snapshot} />
        ) : releasing === null ? (
          <Choice snapshot={snapshot} onReleasing={setReleasing} />
        ) : (
          <Release id={releasing} onDone={() => setReleasing(null)} />
        )}
      </div>
    </>
  );
}

function ReviewPanel({ snapshot }: { snapshot: ActivationSnapshot }) {
  const commands = useActivationCommands();
  const [confirm, leave] = commands;
  useProvided('numbers', commands);
  return <ActivationReview snapshot={snapshot} onConfirm={() => confirm?.run()} onLeave={() => leave?.run()} />;
}
