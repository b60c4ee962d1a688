import { createRoot } from 'react-dom/client';
import type { Chart } from '../../../contract/text/reportChart.ts';
import { ChartFigure } from '../../../src/features/analytics/ChartFigure.tsx';
import { type ChartMaker, size } from './maker.ts';

const nothing = () => undefined;

// A page has one root, which is there before its charts.
const place = document.createElement('div');
const react = createRoot(place);

/** The app's own figure: title, drawing, description. */
export const maker: ChartMaker = {
  mount: (days, root) => {
    const chart: Chart = {
      kind: 'line',
      nouns: ['call', 'calls'],
      tone: 'accent',
      points: days.map(({ at, value, previous }) => ({ key: at.toISOString(), label: at.toDateString(), at, value, previous, query: null })),
    };
    root.style.width = `${size.width}px`;
    root.append(place);
    react.render(
      <ChartFigure
        title="Calls"
        note={null}
        chart={chart}
        most={8}
        height={size.height}
        zone="UTC"
        cursor={null}
        isTable={false}
        hasCursor={false}
        isWide
        onPick={nothing}
      />,
    );
    return () => react.render(null);
  },
  isShown: (root) => root.querySelector('svg path') !== null,
};
