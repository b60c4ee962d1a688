/** The bar of a list whose rows can be selected. */
import { getRowNouns } from '#commands/core/rows.ts';
import type { RowKind } from '#commands/core/types.ts';
import { useCommands } from '../api/commands.ts';
import { SelectionBar, type TableController } from '../table/index.ts';
import { Button, useKeys } from '../ui/index.ts';

interface ListSelectionProps {
  readonly controller: TableController;
  readonly kind: RowKind;
  /** Number of rows that match; null where it is not known. */
  readonly total: number | null;
  /** Command that selects all: those that match on the server, or those loaded. */
  readonly all: 'list.selectMatching' | 'list.selectLoaded';
}

export function ListSelection({ controller, kind, total, all }: ListSelectionProps) {
  const commands = useCommands();
  return (
    <SelectionBar
      controller={controller}
      noun={getRowNouns(kind)}
      total={total}
      onSelectMatching={() => commands.run(all)}
      onClear={() => commands.run('list.selectNone')}
      keys={{ matching: commands.keys(all), clear: commands.keys('list.selectNone') }}
    >
      {commands
        .menu(kind)
        .flat()
        .map((id) => (
          <RowAction key={id} id={id} />
        ))}
    </SelectionBar>
  );
}

/** A command on the selected rows, drawn while its key would run it. */
function RowAction({ id }: { id: string }) {
  const commands = useCommands();
  const keys = commands.keys(id);
  if (useKeys(keys) === undefined) return null;
  return (
    <Button look="quiet" keys={keys} tabIndex={-1} onClick={() => commands.run(id)}>
      {commands.title(id)}
    </Button>
  );
}
