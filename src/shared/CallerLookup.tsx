/** Card section with the person behind a number, on the card of a call or a contact: the result of the lookup, or a button for it. */
import { useQuery } from '@tanstack/react-query';
import type { CallerLookup } from '#contract/lookups/entities.ts';
import { useApp, useMay } from '../api/app.ts';
import { useCommands } from '../api/commands.ts';
import sheet from '../ui/Card.module.css';
import { ChipButton, RelativeTime } from '../ui/index.ts';
import { createCallerQuery } from './callers.ts';

/** Shows the person behind the number of this card; the button looks up that number, independent of other panes. */
export function CallerLookupCard({ companyId, number }: { readonly companyId: number; readonly number: string }) {
  const app = useApp();
  const commands = useCommands();
  const may = useMay('callers.lookup');
  const { data, isFetching } = useQuery(createCallerQuery(app, companyId, number));
  if (!may) return null;
  return (
    <div className={sheet.block} aria-busy={isFetching}>
      <h3 className={sheet.heading}>Caller lookup</h3>
      {data ? (
        <LookupResult found={data} />
      ) : (
        <ChipButton icon="id-card" keys={commands.keys('callers.lookUp')} onClick={() => commands.run('callers.lookUpNumber', { number })}>
          Look up caller
        </ChipButton>
      )}
    </div>
  );
}

const kindWords = { person: 'Person', business: 'Business' } as const;

function LookupResult({ found: { owners, lineType, carrier, isPrepaid, lookedUpAt } }: { readonly found: CallerLookup }) {
  return (
    <dl className={sheet.rows}>
      {owners.length === 0 && (
        <>
          <dt>Name</dt>
          <dd>No caller information found</dd>
        </>
      )}
      {owners.map((owner) => (
        <div key={`${owner.name} ${owner.address}`} style={{ display: 'contents' }}>
          <dt>{kindWords[owner.kind]}</dt>
          <dd>{owner.name}</dd>
          {owner.address && (
            <>
              <dt>Address</dt>
              <dd>{owner.address}</dd>
            </>
          )}
        </div>
      ))}
      <dt>Line</dt>
      <dd>{[lineType, isPrepaid ? 'prepaid' : null].filter(Boolean).join(', ') || '–'}</dd>
      <dt>Carrier</dt>
      <dd>{carrier ?? '–'}</dd>
      <dt>Looked up</dt>
      <dd>
        <RelativeTime at={lookedUpAt} />
      </dd>
    </dl>
  );
}
