import { expect, test } from 'vitest'
import { clockText, clockWake, evalWords, expected, kStartFen, placement, placementField, scoreText } from '../../src/lib/format'

test('scores are White\'s view', () => {
  expect(scoreText({ cp: 43 })).toBe('+0.43')
  expect(scoreText({ cp: -120 })).toBe('−1.20')
  expect(scoreText({ mate: -3 })).toBe('-#3')
  expect(expected({ cp: 0 }, [300, 400, 300])).toBe(0.5)
})
test('words by the expected score', () => {
  expect(evalWords({ cp: 0 }, [300, 400, 300])).toBe('Level.')
  expect(evalWords({ cp: 0 }, [400, 400, 200])).toBe('White is slightly better.')
  expect(evalWords({ cp: 0 }, [100, 300, 600])).toBe('Black is better.')
  expect(evalWords({ cp: 0 }, [990, 5, 5])).toBe('White is winning.')
  expect(evalWords({ mate: -4 })).toBe('Black mates in 4.')
})
test('clocks show tenths below twenty seconds', () => {
  expect(clockText(298_000)).toBe('4:58')
  expect(clockText(297_001)).toBe('4:58')
  expect(clockText(19_940)).toBe('0:19.9')
  expect(clockText(3_600_000)).toBe('1:00:00')
  expect(clockText(-5)).toBe('0:00.0')
})
test('a clock wakes just when its text changes', () => {
  for (const ms of [298_000, 297_001, 60_500, 19_940, 345, 100]) {
    const wake = clockWake(ms)
    expect(clockText(ms - wake), String(ms)).not.toBe(clockText(ms))
    if (wake > 1) expect(clockText(ms - wake + 1.5), String(ms)).toBe(clockText(ms))
  }
})
test('placement there and back', () => {
  expect(placement(kStartFen).e1).toBe('K')
  expect(placementField(placement(kStartFen))).toBe(kStartFen.split(' ')[0])
})
