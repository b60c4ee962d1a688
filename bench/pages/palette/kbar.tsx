import { KBarAnimator, KBarPortal, KBarPositioner, KBarProvider, KBarResults, KBarSearch, useKBar, useMatches } from 'kbar';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { formatLabel } from '../../lib/data.ts';
import type { MountPalette } from '../palette.ts';

function Opener() {
  const { query } = useKBar();
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'F2') query.toggle();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [query]);
  return null;
}

function Results() {
  const { results } = useMatches();
  return <KBarResults items={results} onRender={({ item }) => <div style={{ height: 36 }}>{typeof item === 'string' ? item : item.name}</div>} />;
}

/** kbar as its readme shows it: its own search (fuse.js) and its virtual list. */
export const mount: MountPalette = async (labels, root) =>
  createRoot(root).render(
    <KBarProvider
      actions={labels.map((label) => ({ id: label.id, name: label.title, keywords: formatLabel(label), perform: () => undefined }))}
      options={{ animations: { enterMs: 0, exitMs: 0 } }}
    >
      <KBarPortal>
        <KBarPositioner>
          <KBarAnimator>
            <KBarSearch />
            <Results />
          </KBarAnimator>
        </KBarPositioner>
      </KBarPortal>
      <Opener />
    </KBarProvider>,
  );
