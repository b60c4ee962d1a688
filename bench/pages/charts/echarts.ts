import { LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type ChartMaker, size } from './maker.ts';

echarts.use([LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

export const maker: ChartMaker = {
  mount: (days, root) => {
    const chart = echarts.init(root, null, size);
    chart.setOption({
      animation: false,
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'time' },
      yAxis: { type: 'value' },
      series: [
        { name: 'Calls', type: 'line', showSymbol: false, areaStyle: { opacity: 0.12 }, data: days.map(({ at, value }) => [at.getTime(), value]) },
        { name: 'Before', type: 'line', showSymbol: false, lineStyle: { type: 'dashed' }, data: days.map(({ at, previous }) => [at.getTime(), previous]) },
      ],
    });
    return () => chart.dispose();
  },
  isShown: (root) => root.querySelector('canvas') !== null,
};
