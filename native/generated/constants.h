// Written by `npm run kernels` from the constants of the declarations.
#pragma once

namespace lightwell {

constexpr int kCellSamples = 6;
constexpr int kDemosaicBayerBorder = 12;
constexpr int kDemosaicXtransBorder = 7;
constexpr int kEdgeEnd = 11;
constexpr int kEdgeReach = 24;
constexpr int kHalvedReach = 2;
constexpr int kHuffmanBytes = 33;
constexpr int kJumpBlock = 4;
constexpr int kLabTableSteps = 4095;
constexpr int kLightnessSteps = 1023;
constexpr int kLumaSteps = 4095;
constexpr int kMaxComponents = 4;
constexpr int kMaxFeatureRadius = 32;
constexpr int kMaxGridStep = 64;
constexpr int kMaxLikes = 32;
constexpr int kMaxValues = 16;
constexpr int kMeanOfGreen = 6;
constexpr int kMinStops = -16;
constexpr int kNoiseBlockPx = 20;
constexpr int kRatioClasses = 300;
constexpr int kRingFrom = 2;
constexpr int kRingTo = 12;
constexpr int kRowFacts = 19;
constexpr int kShiftReach = 10;
constexpr int kShiftSmooth = 8;
constexpr int kStepsPerStop = 64;
constexpr int kStopEntries = 1537;
constexpr int kStoredLevel = 3;
constexpr int kStructureBlock = 8;
constexpr int kTableSteps = 1024;
constexpr int kToleranceLevels = 16;
constexpr int kToneSteps = 4096;
constexpr int kXtransModels = 10;
constexpr int kXtransTaps = 49;

}  // namespace lightwell
