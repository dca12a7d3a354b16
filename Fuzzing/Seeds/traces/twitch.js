// steps
const PROFILE = [
  {
    speed: 1200,
    duration: 30
  },
  {speed: 800, duration: 0.5,},
];