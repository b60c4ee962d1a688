import { Command, defaultFilter } from 'cmdk';
import { useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { formatLabel, type Label } from '../../lib/data.ts';
import type { MountPalette } from '../palette.ts';

function Menu({ labels, texts }: { labels: readonly Label[]; texts: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'F2') setOpen(true);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
  const found = useMemo(() => {
    if (typed === '') return labels.slice(0, 50);
    return labels
      .map((label, at) => ({ label, score: defaultFilter(texts[at] ?? '', typed) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, 50)
      .map(({ label }) => label);
  }, [labels, texts, typed]);
  return (
    <Command.Dialog open={isOpen} onOpenChange={setOpen} label="Menu" shouldFilter={false}>
      <Command.Input value={typed} onValueChange={setTyped} />
      <Command.List style={{ height: 404, overflow: 'auto' }}>
        {found.map((label) => (
          <Command.Item key={label.id} value={label.id}>
            {label.title}
          </Command.Item>
        ))}
      </Command.List>
    </Command.Dialog>
  );
}

/** cmdk as it is used for many entries: its filter called from outside, the best fifty as items. */
export const mount: MountPalette = async (labels, root) => createRoot(root).render(<Menu labels={labels} texts={labels.map(formatLabel)} />);
