/** The steps of a purchase above the list: what is looked for, what it will cost, what became of it. */
import { type RefObject, useEffect } from 'react';
import { formatDollars } from '#contract/core/money.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import type { NumberSearch } from '#contract/text/numberSearch.ts';
import { numberCategoryLabel, purchaseTypeLabel } from '#contract/text/numberSearchLabels.ts';
import { computeCost, countMissing, type PurchaseSnapshot } from '#machines/numberPurchase/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useCommands } from '../../api/commands.ts';
import { FilterBar } from '../../table/index.ts';
import { Button, displayPhone, Field, LoadingLine, PhoneText, TextInput } from '../../ui/index.ts';
import css from './Purchase.module.css';
import type { PurchaseActor } from './purchaseStore.ts';

interface Props {
  readonly actor: PurchaseActor;
  readonly snapshot: PurchaseSnapshot;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly flow: string;
  /** The pane has the keyboard. */
  readonly isFocused: boolean;
}

export function PurchaseSteps({ actor, snapshot, field, flow, isFocused }: Props) {
  return (
    <div className={css.steps} data-flow={flow} data-state={getStateName(snapshot)}>
      {isIn(snapshot, 'idle', 'searching', 'failed', 'results') && <Search actor={actor} snapshot={snapshot} field={field} isFocused={isFocused} />}
      {isIn(snapshot, 'confirming') && <Confirm snapshot={snapshot} />}
      {isIn(snapshot, 'buying', 'unsure') && <PurchaseProgress snapshot={snapshot} />}
      {isIn(snapshot, 'bought', 'partly', 'refused') && <PurchaseResult snapshot={snapshot} />}
      <LoadingLine active={isIn(snapshot, 'searching', 'buying', 'partly.looking')} />
    </div>
  );
}

const types = [1, 2, 3, 4] as const;
const getType = (search: NumberSearch | null) => search?.type ?? 1;

function Search({ actor, snapshot, field, isFocused }: Omit<Props, 'flow'>) {
  const commands = useCommands();
  const { text, problem, search } = snapshot.context;
  const isBeginning = isFocused && text === '';
  // After the list beneath has taken the keyboard: whoever comes to buy types first.
  useEffect(() => {
    if (!isBeginning) return;
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isBeginning, field]);
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          commands.run('purchase.search');
        }}
      >
        <Field label="Search" error={text === '' ? null : problem} hint={search === null ? undefined : formatSearch(search)}>
          <TextInput
            ref={field}
            icon="search"
            data-field="search"
            autoComplete="off"
            spellCheck={false}
            placeholder="415, 800 ends PLUMB, 415 x10"
            maxLength={80}
            value={text}
            onChange={(event) => actor.send({ type: 'search.typed', text: event.target.value })}
          />
        </Field>
      </form>
      <FilterBar
        label="Type of number"
        chips={types.map((type) => ({ id: String(type), label: purchaseTypeLabel[type], active: getType(search) === type }))}
        onPress={(type) => commands.run('purchase.type', { type })}
        summary={search === null ? undefined : numberCategoryLabel[search.category]}
      />
    </>
  );
}

const modeWords = { starts_with: 'that start with', ends_with: 'that end with', contains: 'with' } as const;

/** Describes a search, as a sentence. */
function formatSearch({ quantity, type, prefix, areaCode, overlays, match, pattern }: NumberSearch): string {
  const kind = prefix !== null ? `${prefix} toll-free` : type === 3 && quantity === 1 ? 'fax' : '';
  const what = capitalize([quantity > 1 ? quantity : '', kind, 'numbers'].filter(Boolean).join(' '));
  const where = prefix !== null ? '' : areaCode !== null ? `in ${areaCode}${overlays ? ' and its overlays' : ''}` : 'anywhere in the United States';
  return [what, where, pattern === '' ? '' : `${modeWords[match]} ${pattern}`].filter(Boolean).join(' ');
}

const formatCount = (count: number) => (count === 1 ? '1 number' : `${count} numbers`);

function Confirm({ snapshot: { context } }: { snapshot: PurchaseSnapshot }) {
  const commands = useCommands();
  const cost = computeCost(context.offers, context.chosen);
  const [first] = context.chosen;
  return (
    <section className={css.panel} aria-label="Confirm purchase">
      <h3>{context.chosen.length === 1 && first ? displayPhone(first) : formatCount(context.chosen.length)}</h3>
      <p>
        <b>{formatDollars(cost)}</b> per month, starting today. Remove a number at any time to stop the charge.
      </p>
      <div className={css.actions}>
        <Button look="primary" keys={commands.keys('purchase.confirm')} onClick={() => commands.run('purchase.confirm')}>
          {`Buy ${formatCount(context.chosen.length)}`}
        </Button>
        <Button look="quiet" keys={commands.keys('workspace.back')} onClick={() => commands.run('purchase.revise')}>
          Back to results
        </Button>
      </div>
    </section>
  );
}

function PurchaseProgress({ snapshot }: { snapshot: PurchaseSnapshot }) {
  const commands = useCommands();
  const { purchase, chosen, error } = snapshot.context;
  const done = purchase?.items.filter(({ state }) => state !== 'waiting' && state !== 'intent').length ?? 0;
  if (isIn(snapshot, 'unsure'))
    return (
      <section className={css.panel} role="alert">
        <h3>No response</h3>
        <p>{error?.message ?? 'No response from the server'}. It’s safe to check again; nothing is bought twice.</p>
        <Button look="primary" onClick={() => commands.run('purchase.retry')}>
          Check again
        </Button>
      </section>
    );
  return (
    <section className={css.panel} role="status">
      <h3>{`Buying ${formatCount(chosen.length)}`}</h3>
      <p>{`${done} of ${chosen.length} done. You can close this pane; the purchase continues.`}</p>
    </section>
  );
}

function PurchaseResult({ snapshot }: { snapshot: PurchaseSnapshot }) {
  const commands = useCommands();
  const { purchase, others, error } = snapshot.context;
  const bought = purchase?.items.filter(({ state }) => state === 'bought') ?? [];
  const failed = purchase?.items.filter(({ state }) => state !== 'bought') ?? [];
  const title = isIn(snapshot, 'bought')
    ? `${formatCount(bought.length)} bought`
    : isIn(snapshot, 'partly')
      ? `${bought.length} of ${purchase?.items.length ?? 0} bought`
      : 'No numbers bought';
  return (
    <section className={css.panel} role={isIn(snapshot, 'refused') ? 'alert' : 'status'}>
      <h3>{title}</h3>
      {bought.length > 0 && <p>{`${formatDollars(purchase?.monthlyCost ?? 0)} per month`}</p>}
      {error && <p>{error.message}</p>}
      {bought.length > 0 && (
        <ul aria-label="Bought" className={css.bought} tabIndex={0}>
          {bought.map(({ number }) => (
            <li key={number}>
              <PhoneText number={number} />
            </li>
          ))}
        </ul>
      )}
      {failed.length > 0 && (
        <ul aria-label="Not bought">
          {failed.map(({ number, reason }) => (
            <li key={number}>{`${displayPhone(number)}: ${reason ?? 'not bought'}`}</li>
          ))}
        </ul>
      )}
      <div className={css.actions}>
        {isIn(snapshot, 'partly.shown') && others.length > 0 && (
          <Button look="primary" onClick={() => commands.run('purchase.others')}>
            {`Choose ${countMissing(purchase)} of ${others.length} similar numbers`}
          </Button>
        )}
        {isIn(snapshot, 'refused') && (
          <Button look="primary" onClick={() => commands.run('purchase.search')}>
            Search again
          </Button>
        )}
        {isIn(snapshot, 'bought') && (
          <Button look="primary" keys={commands.keys('purchase.route')} onClick={() => commands.run('purchase.route')}>
            Edit call routing
          </Button>
        )}
        <Button look="quiet" keys={commands.keys('purchase.renew')} onClick={() => commands.run('purchase.renew')}>
          Buy others
        </Button>
      </div>
    </section>
  );
}
