import { createRoot } from 'react-dom/client';
import { Area, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import { type ChartMaker, size } from './maker.ts';

// A page has one root, which is there before its charts.
const place = document.createElement('div');
const react = createRoot(place);

export const maker: ChartMaker = {
  mount: (days, root) => {
    const data = days.map(({ at, value, previous }) => ({ at: at.getTime(), value, previous }));
    root.append(place);
    react.render(
      <ComposedChart {...size} data={data}>
        <CartesianGrid vertical={false} />
        <XAxis dataKey="at" type="number" scale="time" domain={['dataMin', 'dataMax']} />
        <YAxis />
        <Tooltip />
        <Area dataKey="value" fillOpacity={0.12} strokeWidth={2} isAnimationActive={false} dot={false} />
        <Line dataKey="previous" strokeDasharray="3 3" dot={false} isAnimationActive={false} />
      </ComposedChart>,
    );
    return () => react.render(null);
  },
  isShown: (root) => root.querySelectorAll('path.recharts-curve').length >= 2,
};
