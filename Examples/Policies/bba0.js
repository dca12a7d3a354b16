#!/usr/bin/env node
// bba-0 of the lab as a rule in the shape of dash.js: abrlab run --policy 'exec(Examples/Policies/bba0.js)' bba-0
'use strict';

/** One session is what a rules context of dash.js is: asked for each segment, answered with a switch request. */
class BBA0Rule {
  constructor(bitrates, initial) {
    this.bitrates = bitrates;
    this.initial = initial;
  }

  getSwitchRequest(context) {
    if (context.segment === 0) return { quality: this.initial };
    const top = this.bitrates.length - 1;
    const highest = context.maximumLevel === null ? Infinity : context.maximumLevel - context.segmentDuration;
    const scale = highest < Infinity ? Math.max(0, highest) / 240 : 1;
    const reservoir = 90 * scale;
    const cushion = 126 * scale;
    if (context.level <= reservoir) return { quality: 0 };
    if (context.level >= reservoir + cushion) return { quality: top };
    const mapped = this.bitrates[0] + (this.bitrates[top] - this.bitrates[0]) * ((context.level - reservoir) / cushion);
    if (mapped >= this.bitrates[Math.min(context.last + 1, top)]) {
      return { quality: Math.max(0, this.bitrates.findLastIndex((rate) => rate < mapped)) };
    }
    if (mapped <= this.bitrates[Math.max(context.last - 1, 0)]) {
      const quality = this.bitrates.findIndex((rate) => rate > mapped);
      return { quality: quality < 0 ? top : quality };
    }
    return { quality: context.last };
  }
}

let rule;
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'setup') {
    rule = new BBA0Rule(message.bandwidths_bps, message.initial_rendition);
    console.log('{"abrlab": 1}');
  } else if (message.type === 'decide') {
    console.log(JSON.stringify(message.segment.map((segment, index) => rule.getSwitchRequest({
      segment,
      level: message.level_s[index],
      maximumLevel: message.maximum_level_s[index],
      segmentDuration: message.segment_duration_s[index],
      last: message.last_rendition[index],
    }).quality)));
  }
});
