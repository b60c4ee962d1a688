import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type ChartMaker, size } from './maker.ts';

export const maker: ChartMaker = {
  mount: (days, root) => {
    const data: UPlot.AlignedData = [days.map(({ at }) => at.getTime() / 1_000), days.map(({ value }) => value), days.map(({ previous }) => previous)];
    const plot = new UPlot(
      {
        ...size,
        series: [
          {},
          { label: 'Calls', stroke: '#4a7dff', width: 2, fill: 'rgb(74 125 255 / 12%)' },
          { label: 'Before', stroke: '#888', width: 1.5, dash: [3, 3] },
        ],
        scales: { y: { range: (_, __, most) => [0, most] } },
      },
      data,
      root,
    );
    return () => plot.destroy();
  },
  isShown: (root) => root.querySelector('canvas') !== null,
};
