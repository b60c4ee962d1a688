/** DNS records of a checklist: what to publish, what was found, each with its own result. */
import type { DomainRecord, SenderRecord } from '#contract/tenant/entities.ts';
import { type RecordStatus, recordStatusLabel } from '#contract/tenant/enums.ts';
import { useCommands } from '../../api/commands.ts';
import sheet from '../../ui/Card.module.css';
import { CardRow } from '../../ui/CardRow.tsx';
import { Icon, IconButton } from '../../ui/index.ts';
import css from './Tenant.module.css';

export type NamedRecord = (DomainRecord | SenderRecord) & { readonly label: string };

const marks: Readonly<Record<RecordStatus, { readonly name: 'circle-check' | 'circle' | 'warning'; readonly tone: 'green' | 'muted' | 'amber' }>> = {
  verified: { name: 'circle-check', tone: 'green' },
  pending: { name: 'circle', tone: 'muted' },
  mismatch: { name: 'warning', tone: 'amber' },
};

/** `copy`: the command that copies a part of a record. */
export function RecordList({ records, copy }: { readonly records: readonly NamedRecord[]; readonly copy: string }) {
  return (
    <ul className={css.records} aria-label="DNS records">
      {records.map((record) => (
        <Row key={record.purpose} record={record} copy={copy} />
      ))}
    </ul>
  );
}

function Row({ record, copy }: { readonly record: NamedRecord; readonly copy: string }) {
  const { purpose, label, type, name, value, status, found, message } = record;
  return (
    <li data-record={purpose} data-status={status}>
      <p className={css.recordHead}>
        <Icon {...marks[status]} size={14} />
        <strong>{label}</strong>
        <span>{recordStatusLabel[status]}</span>
      </p>
      <dl className={sheet.rows}>
        <CardRow label="Type">{type}</CardRow>
        <CardRow label="Name">
          <Copied text={name} entry={`${purpose}.name`} label={`Copy ${label} name`} copy={copy} />
        </CardRow>
        <CardRow label="Value">
          <Copied text={value} entry={`${purpose}.value`} label={`Copy ${label} value`} copy={copy} />
        </CardRow>
        <CardRow label="Found">{found.length > 0 && <code>{found.join(' → ')}</code>}</CardRow>
      </dl>
      <p role="status" className={css.message}>
        {message}
      </p>
    </li>
  );
}

function Copied({ text, entry, label, copy }: { readonly text: string; readonly entry: string; readonly label: string; readonly copy: string }) {
  const commands = useCommands();
  return (
    <span className={css.copied}>
      <code>{text}</code>
      <IconButton name="clipboard" label={label} keys={commands.keys(copy)} onClick={() => commands.run(copy, { entry })} />
    </span>
  );
}
